import { type Kysely, sql } from 'kysely'
import { readMigrations } from '#shared/database/schema-state.ts'
import { CONTENT_SCHEMA, type Database } from '../database/schema.ts'
import { findLinkedLocale } from '../edits/relink.ts'
import { asBackupError, BackupError } from './backup-error.ts'
import {
  type BackupHead,
  type BackupTable,
  FORMAT,
  FORMAT_VERSION,
  type WriteOptions,
  writeBackup,
} from './backup-file.ts'
import { listKeptTables } from './kept-tables.ts'
import type { StoredBackup } from './stored-backup.ts'

export type Backup = Awaited<ReturnType<typeof takeSnapshot>>

/**
 * Writes everything that the database holds and that cannot be derived, from one snapshot. Later
 * edits are not included, and need not wait.
 *
 * @param db a connection without a short statement timeout
 * @param options.to an existing one is replaced
 * @throws {BackupError} when there is no site, or the database cannot be reached
 */
export const takeBackup = (db: Kysely<Database>, options: TakeOptions): Promise<Backup> =>
  asBackupError(takeSnapshot(db, options))

interface TakeOptions extends WriteOptions {
  to: StoredBackup
}

async function takeSnapshot(db: Kysely<Database>, { to, recipients, signal }: TakeOptions) {
  const tx = await db
    .startTransaction()
    .setIsolationLevel('repeatable read')
    .setAccessMode('read only')
    .execute()
  try {
    const takenAt = new Date()
    // Instants are written in the session's time zone.
    await sql`set local timezone = 'UTC'`.execute(tx)
    const head = await readHead(tx, takenAt)
    /** The size of what was written. */
    const bytes = await writeBackup(to, linesOf(tx, head), { recipients, signal })
    return { name: to.name, head, bytes }
  } finally {
    // It wrote nothing, and with a broken connection there is nothing to roll back.
    await tx
      .rollback()
      .execute()
      .catch(() => {})
  }
}

async function readHead(tx: Kysely<Database>, takenAt: Date): Promise<BackupHead> {
  const migrations = await readMigrations(tx, CONTENT_SCHEMA)
  if (migrations.length === 0) throw new BackupError('There is no site in this database.')
  const tables: BackupTable[] = []
  for (const table of await listKeptTables(tx)) {
    const { rows } = await sql<{ count: number }>`
      select count(*) from ${sql.id(CONTENT_SCHEMA, table.name)}
    `.execute(tx)
    tables.push({ ...table, rows: rows[0]?.count ?? 0 })
  }
  const { revision } = await tx.selectFrom('history').select('revision').executeTakeFirstOrThrow()
  return {
    format: FORMAT,
    version: FORMAT_VERSION,
    takenAt: takenAt.toISOString(),
    locale: await findLinkedLocale(tx),
    revision,
    migrations,
    tables,
  }
}

async function* linesOf(tx: Kysely<Database>, head: BackupHead): AsyncGenerator<string> {
  yield `${JSON.stringify(head)}\n`
  for (const table of head.tables) yield* readRows(tx, table)
}

/** Approximate number of characters of rows in memory at the same time. */
const CHARACTERS_AT_ONCE = 1_000_000
const FIRST_ROWS = 5
const MAX_ROWS = 5_000

/** The rows of a table as lines of JSON, a batch at a time. */
async function* readRows(
  tx: Kysely<Database>,
  { name, columns }: BackupTable,
): AsyncGenerator<string> {
  await sql`
    declare kept no scroll cursor for select row_to_json(kept)::text as line
      from (select ${sql.join(columns.map((column) => sql.id(column)))}
            from ${sql.id(CONTENT_SCHEMA, name)}) as kept
  `.execute(tx)
  let wanted = FIRST_ROWS
  for (;;) {
    const { rows } = await sql<{ line: string }>`
      fetch forward ${sql.lit(wanted)} from kept
    `.execute(tx)
    if (rows.length === 0) break
    const text = rows.map(({ line }) => `${line}\n`).join('')
    yield text
    const fitting = Math.floor((CHARACTERS_AT_ONCE * rows.length) / text.length)
    wanted = Math.min(Math.max(fitting, 1), MAX_ROWS, wanted * 4)
  }
  await sql`close kept`.execute(tx)
}
