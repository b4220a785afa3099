import { type Kysely, sql } from 'kysely'
import { CONTENT_SCHEMA, type Database } from '../database/schema.ts'
import type { BackupTable } from './backup-file.ts'

/**
 * Tables that a backup omits, and where a restore gets them from. All others are kept, even unknown
 * ones.
 */
export const DERIVED_TABLES: ReadonlyMap<string, string> = new Map([
  ['kysely_migration', 'the migrations make it'],
  ['kysely_migration_lock', 'the migrations make it'],
  ['history', 'the head of the backup; a restored site begins another feed'],
  ['change', 'whoever follows another feed begins anew'],
  ['sitemap_part', 'triggers of the database, from the rows of `listing`'],
  ['fact_use', 'a trigger of the database, from the texts of articles'],
  ['article_with_example', 'as above'],
  ['article_word', 'every article is linked anew after a restore'],
  ['relink_article', 'as above'],
  ['relink_form', 'as above'],
  ['unlisted_article', 'nowhere: after a restore pages of terms name all articles'],
  ['webhook_receiver', 'the settings, when the service starts'],
  ['webhook_delivery', 'nowhere: a restored site tells nobody what is long past'],
  ['last_backup', 'the head of the backup'],
  ['backup_failure', 'nowhere: it was about backups of another time'],
])

/** Columns of kept tables that are computed again, such as those that triggers compute, as `table.column`. */
export const DERIVED_COLUMNS: ReadonlySet<string> = new Set([
  'author.articles',
  // A site may be restored to where its page store has another name.
  'site_identity.key',
])

/** The tables to keep, each after the tables that it refers to. */
export async function listKeptTables(db: Kysely<Database>): Promise<Omit<BackupTable, 'rows'>[]> {
  const columns = await sql<{ table: string; column: string }>`
    select relation.relname as table, attribute.attname as column
      from pg_class relation
      join pg_attribute attribute on attribute.attrelid = relation.oid
      where relation.relnamespace = ${CONTENT_SCHEMA}::regnamespace and relation.relkind = 'r'
        and attribute.attnum > 0 and not attribute.attisdropped and attribute.attgenerated = ''
      order by relation.relname, attribute.attnum
  `.execute(db)
  const tables = new Map<string, string[]>()
  for (const { table, column } of columns.rows) {
    if (DERIVED_TABLES.has(table) || DERIVED_COLUMNS.has(`${table}.${column}`)) continue
    tables.set(table, [...(tables.get(table) ?? []), column])
  }
  // Deferred references are checked at the end, so for them the order does not matter.
  const references = await sql<Reference>`
    select origin.relname as from, target.relname as to
      from pg_constraint reference
      join pg_class origin on origin.oid = reference.conrelid
      join pg_class target on target.oid = reference.confrelid
      where reference.contype = 'f' and not reference.condeferred
        and reference.connamespace = ${CONTENT_SCHEMA}::regnamespace
  `.execute(db)
  const order = sortByReference([...tables.keys()], references.rows)
  return order.map((name) => ({ name, columns: tables.get(name) ?? [] }))
}

interface Reference {
  from: string
  to: string
}

function sortByReference(names: readonly string[], references: readonly Reference[]): string[] {
  const sorted: string[] = []
  const waiting = new Set(names)
  while (waiting.size > 0) {
    const next = [...waiting].filter(
      (name) => !references.some(({ from, to }) => from === name && to !== name && waiting.has(to)),
    )
    if (next.length === 0) throw new Error(`Tables refer to each other: ${[...waiting].join(', ')}`)
    for (const name of next) waiting.delete(name)
    sorted.push(...next)
  }
  return sorted
}
