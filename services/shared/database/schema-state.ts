import { type Kysely, sql } from 'kysely'
import { listMigrations } from './migration-files.ts'

/** @returns the names of a schema's applied migrations, in order; none if the schema is missing */
export async function readMigrations<Schema>(
  db: Kysely<Schema>,
  schema: string,
): Promise<string[]> {
  const ledger = sql.id(schema, 'kysely_migration')
  const { rows } = await sql<{ found: boolean }>`
    select to_regclass(${`${schema}.kysely_migration`}) is not null as found
  `.execute(db)
  if (!rows[0]?.found) return []
  const had = await sql<{ name: string }>`select name from ${ledger} order by name`.execute(db)
  return had.rows.map(({ name }) => name)
}

/**
 * The migrations of this version that a database lacks. A database with additional ones is newer
 * and still works for this version: a migration breaks nothing for the version before it.
 */
export async function findMissingMigrations<Schema>(
  db: Kysely<Schema>,
  schema: string,
): Promise<string[]> {
  const had = new Set(await readMigrations(db, schema))
  return (await listMigrations(schema)).filter((name) => !had.has(name))
}

/**
 * @returns what a schema lacks and what to do, as a sentence for operators without the final full
 *   stop; `undefined` when it has every migration of this version
 */
export async function describeMissing<Schema>(
  db: Kysely<Schema>,
  schema: string,
): Promise<string | undefined> {
  const [first, ...others] = await findMissingMigrations(db, schema)
  if (first === undefined) return undefined
  const more = others.length > 0 ? ` and ${others.length} more` : ''
  return `The schema ${schema} of the database lacks the migration ${first}${more}: run migrate (node deploy/migrate.ts)`
}

/** @throws {Error} saying what to do when the schema lacks a migration of this version */
export async function requireMigrations<Schema>(db: Kysely<Schema>, schema: string): Promise<void> {
  const missing = await describeMissing(db, schema)
  if (missing !== undefined) throw new Error(missing)
}
