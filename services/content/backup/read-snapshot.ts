import { type Kysely, sql } from 'kysely'
import { readMigrations } from '#shared/database/schema-state.ts'
import { CONTENT_SCHEMA, type Database } from '../database/schema.ts'
import { findLinkedLocale } from '../edits/relink.ts'
import { BackupError } from './backup-error.ts'
import { type BackupHead, type BackupTable, FORMAT, FORMAT_VERSION } from './backup-head.ts'
import { listKeptTables } from './kept-tables.ts'

/** Approximate number of characters of rows in memory at the same time. */
const AT_ONCE = 1_000_000
const FIRST_ROWS = 5
const MOST_ROWS = 5_000

/** The head of a backup, as of the transaction's snapshot. */
export async function readHead(tx: Kysely<Database>, takenAt: Date): Promise<BackupHead> {
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
    ...{ format: FORMAT, version: FORMAT_VERSION, takenAt: takenAt.toISOString() },
    ...{ locale: await findLinkedLocale(tx), revision, migrations, tables },
  }
}

/** The rows of a table as lines of JSON, a batch at a time. */
export async function* readRows(
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
    const fitting = Math.floor((AT_ONCE * rows.length) / text.length)
    wanted = Math.min(Math.max(fitting, 1), MOST_ROWS, wanted * 4)
  }
  await sql`close kept`.execute(tx)
}
