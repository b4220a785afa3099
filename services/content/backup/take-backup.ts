import { type Kysely, sql } from 'kysely'
import type { Database } from '../database/schema.ts'
import { sayWhatIsInTheWay } from './backup-error.ts'
import { writeBackupFile } from './backup-file.ts'
import type { BackupHead } from './backup-head.ts'
import { readHead, readRows } from './read-snapshot.ts'

export interface Backup {
  file: string
  head: BackupHead
  /** The size of the file. */
  bytes: number
}

export interface TakeBackupOptions {
  /** An existing file is replaced. */
  file: string
  signal?: AbortSignal
  now?: () => Date
}

/**
 * Writes everything that the database holds and that cannot be derived, from one snapshot. Later
 * edits are not included, and need not wait.
 *
 * @param db a connection without a short statement timeout
 * @throws {BackupError} when there is no site, or the database cannot be reached
 */
export const takeBackup = (db: Kysely<Database>, options: TakeBackupOptions): Promise<Backup> =>
  sayWhatIsInTheWay(takeSnapshot(db, options))

async function takeSnapshot(
  db: Kysely<Database>,
  { file, signal, now = () => new Date() }: TakeBackupOptions,
): Promise<Backup> {
  const tx = await db
    .startTransaction()
    .setIsolationLevel('repeatable read')
    .setAccessMode('read only')
    .execute()
  try {
    const takenAt = now()
    // Instants are written in the session's time zone.
    await sql`set local timezone = 'UTC'`.execute(tx)
    const head = await readHead(tx, takenAt)
    const bytes = await writeBackupFile(file, linesOf(tx, head), signal)
    return { file, head, bytes }
  } finally {
    // It wrote nothing, and with a broken connection there is nothing to roll back.
    await tx
      .rollback()
      .execute()
      .catch(() => {})
  }
}

async function* linesOf(tx: Kysely<Database>, head: BackupHead): AsyncGenerator<string> {
  yield `${JSON.stringify(head)}\n`
  for (const table of head.tables) yield* readRows(tx, table)
}
