import { type Kysely, sql } from 'kysely'
import { CONTENT_SCHEMA, type Database } from '../database/schema.ts'
import type { BackupRow } from './backup-file.ts'
import type { BackupTable } from './backup-head.ts'

/** Approximate number of bytes inserted by one statement. */
const AT_ONCE_BYTES = 1_000_000

/** Inserts rows as they arrive. The database converts the JSON, which it wrote, back to rows. */
export async function insertRows(
  tx: Kysely<Database>,
  rows: AsyncIterable<BackupRow>,
): Promise<void> {
  let part: { table: BackupTable; lines: string[]; bytes: number } | undefined
  const flush = async () => {
    if (part) await insertPart(tx, part.table, part.lines)
    part = undefined
  }
  for await (const { table, json } of rows) {
    if (part && (part.table !== table || part.bytes >= AT_ONCE_BYTES)) await flush()
    part ??= { table, lines: [], bytes: 0 }
    part.lines.push(json.toString())
    part.bytes += json.length
  }
  await flush()
}

async function insertPart(
  tx: Kysely<Database>,
  { name, columns }: BackupTable,
  lines: readonly string[],
): Promise<void> {
  const table = sql.id(CONTENT_SCHEMA, name)
  const list = sql.join(columns.map((column) => sql.id(column)))
  await sql`
    insert into ${table} (${list})
      select ${list} from json_populate_recordset(null::${table}, ${`[${lines.join(',')}]`}::json)
  `.execute(tx)
}
