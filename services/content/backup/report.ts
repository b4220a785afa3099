import { parseArgs } from 'node:util'
import { EnvironmentError } from '#shared/config.ts'
import { BackupError } from './backup-error.ts'
import type { BackupHead } from './backup-file.ts'
import type { Restored } from './restore-backup.ts'
import type { Backup } from './take-backup.ts'

/** The report of a finished backup. */
export const describeBackup = ({ name, head, bytes }: Backup): string =>
  `${contentOf(head)}, ${inMegabytes(bytes)} in ${name}`

/** The report of a finished restore. */
export const describeRestored = ({ head, revision }: Restored): string =>
  `${contentOf(head)} restored; the site goes on at revision ${revision}. Search and pages follow by themselves, as soon as they run.`

/** The report of a backup that was read. */
export const describeRead = (name: string, bytes: number, head: BackupHead): string =>
  `${name}: whole; ${contentOf(head)}, ${inMegabytes(bytes)}`

/** The report of a backup that cannot be read without its key. */
export const describeLocked = (name: string, bytes: number): string =>
  `${name}: encrypted, not read without its key (BACKUP_IDENTITY_FILE); ${inMegabytes(bytes)}`

const inMegabytes = (bytes: number) => `${(bytes / 1_000_000).toFixed(1)} MB`

function contentOf({ tables, revision, takenAt }: BackupHead): string {
  const articles = tables.find(({ name }) => name === 'article')?.rows ?? 0
  return `${articles} articles as they were at ${takenAt}, revision ${revision}`
}

/** A sentence for errors that people can correct; the stack trace for all others. */
export function describeFailure(error: unknown): string {
  if (error instanceof BackupError || error instanceof EnvironmentError) return error.message
  return error instanceof Error ? String(error.stack ?? error) : String(error)
}

/** What is to be done with backups. */
export type BackupTask =
  | { task: 'take' | 'list' | 'key' | 'help' }
  | { task: 'verify'; files: readonly string[] }

/** @throws {BackupError} with the usage */
export function readBackupArguments(args: readonly string[], usage: string): BackupTask {
  try {
    const { positionals, values } = parseArgs({
      args: [...args],
      allowPositionals: true,
      options: { help: { type: 'boolean', short: 'h', default: false } },
    })
    const [task, ...files] = positionals
    if (values.help) return { task: 'help' }
    if (task === undefined) return { task: 'take' }
    if ((task === 'list' || task === 'key') && files.length === 0) return { task }
    if (task === 'verify' && files.length > 0) return { task, files }
  } catch {
    // The usage error below covers this as well.
  }
  throw new BackupError(usage.trimEnd())
}

/** @throws {BackupError} with the usage */
export function readRestoreArguments(args: readonly string[], usage: string) {
  try {
    const { positionals, values } = parseArgs({
      args: [...args],
      allowPositionals: true,
      options: { replace: { type: 'boolean', default: false } },
    })
    const [file, ...more] = positionals
    if (file && more.length === 0) return { file, replace: values.replace }
  } catch {
    // The usage error below covers this as well.
  }
  throw new BackupError(usage.trimEnd())
}
