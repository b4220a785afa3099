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

/** A sentence for operators, without the final full stop. */
export function describeMissing(schema: string, missing: readonly string[]): string {
  const [first = ''] = missing
  const more = missing.length > 1 ? ` and ${missing.length - 1} more` : ''
  return `The schema ${schema} of the database lacks the migration ${first}${more}: run migrate (node deploy/migrate.ts)`
}

/** @throws {Error} saying what to do when the schema lacks a migration of this version */
export async function requireMigrations<Schema>(db: Kysely<Schema>, schema: string): Promise<void> {
  const missing = await findMissingMigrations(db, schema)
  if (missing.length > 0) throw new Error(describeMissing(schema, missing))
}
