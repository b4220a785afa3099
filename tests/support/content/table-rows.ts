import { type Kysely, sql } from 'kysely'
import type { Database } from '../../../services/content/database/schema.ts'

/** By table of the schema `content`: each row as text, with the transaction that wrote it. */
export async function readAllRows(db: Kysely<Database>): Promise<Record<string, string[]>> {
  const tables = await sql<{ name: string }>`
    select table_name as name from information_schema.tables
    where table_schema = 'content' and table_name not like 'kysely%' order by 1
  `.execute(db)
  const rows: Record<string, string[]> = {}
  for (const { name } of tables.rows) {
    const written = await sql<{ row: string }>`
      select t.xmin || ' ' || t::text as row from ${sql.table(name)} as t order by t::text
    `.execute(db)
    rows[name] = written.rows.map(({ row }) => row)
  }
  return rows
}
