import { isBackupName } from './backup-name.ts'
import { backupFile } from './folder-backups.ts'
import type { BackupPlace, StoredBackup } from './stored-backup.ts'

/**
 * The backup that somebody names on a command line: one of the place, by the name that `backup list`
 * shows, or any file, by a path with a slash or another name.
 */
export const findBackup = (place: BackupPlace, named: string): StoredBackup =>
  isBackupName(named) ? place.backup(named) : backupFile(named)
