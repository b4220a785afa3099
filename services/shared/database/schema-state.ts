import { type Kysely, sql } from 'kysely'
import { listMigrations } from './migration-files.ts'

/** @returns the names of the migrations that a schema has had, in order; none where it is missing */
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
 * The migrations of this version that a database lacks. One that has others as well is newer, and
 * good for this version: a migration breaks nothing for the version before it.
 */
export async function findMissingMigrations<Schema>(
  db: Kysely<Schema>,
  schema: string,
): Promise<string[]> {
  const had = new Set(await readMigrations(db, schema))
  return (await listMigrations(schema)).filter((name) => !had.has(name))
}

/** A sentence for operators, without its full stop. */
export function describeMissing(schema: string, missing: readonly string[]): string {
  const [first = ''] = missing
  const more = missing.length > 1 ? ` and ${missing.length - 1} more` : ''
  return `The schema ${schema} of the database lacks the migration ${first}${more}: run migrate (node deploy/migrate.ts)`
}

/** @throws {Error} saying what to do where the schema is not as this version needs it */
export async function requireMigrations<Schema>(db: Kysely<Schema>, schema: string): Promise<void> {
  const missing = await findMissingMigrations(db, schema)
  if (missing.length > 0) throw new Error(describeMissing(schema, missing))
}
