import { Kysely, PostgresDialect, sql } from 'kysely'
import { Migrator } from 'kysely/migration'
import pg from 'pg'
import { migrationFiles } from './migration-files.ts'
import { findMissingMigrations } from './schema-state.ts'
import { reasonOf, type TryAgainOptions, tryAgain } from './try-again.ts'

/**
 * What a connection that changes a schema says at its start. Whoever waits for a lock on a table
 * makes all others wait behind him, so he gives up soon.
 */
export const SCHEMA_CHANGE_LIMITS = '-c lock_timeout=3s -c statement_timeout=60s'

export interface MigrateOptions extends TryAgainOptions {
  /** The last migration to carry out; all of this version unless given. */
  to?: string
}

/**
 * Brings one schema up to date. Safe to run from several processes at once: one works, the others
 * wait and find nothing to do. Where something was in the way, all of it is taken back and tried
 * again some times. A database that a newer version has migrated already stays as it is.
 *
 * @param schema also the name of the folder below `migrations/`
 * @returns the names of the migrations that ran
 * @throws {Error} naming the migration that failed, with the failure as its cause
 */
export function migrate(
  databaseUrl: string,
  schema: string,
  options: MigrateOptions = {},
): Promise<string[]> {
  return tryAgain(() => migrateOnce(databaseUrl, schema, options.to), options)
}

async function migrateOnce(databaseUrl: string, schema: string, to?: string): Promise<string[]> {
  const pool = new pg.Pool({
    connectionString: databaseUrl,
    max: 2,
    options: `-c search_path=${schema} ${SCHEMA_CHANGE_LIMITS}`,
    connectionTimeoutMillis: 5_000,
  })
  // A connection that breaks fails its query; unheard, it would bring the process down as well.
  pool.on('error', () => {})
  pool.on('connect', (client) => {
    client.on('error', () => {})
  })
  const db = new Kysely<unknown>({ dialect: new PostgresDialect({ pool }) })
  try {
    // Looked at first: a role that may not change the schema can find that nothing is to be done.
    if ((await findPending(db, schema, to)).length === 0) return []
    // Two processes that start at once would both find it missing, and one would fail.
    await db.transaction().execute(async (tx) => {
      await sql`select pg_advisory_xact_lock(hashtext('finlore create schema'))`.execute(tx)
      await sql`create schema if not exists ${sql.id(schema)}`.execute(tx)
    })
    return await runMigrations(db, schema, to)
  } catch (cause) {
    if (cause instanceof MigrationError) throw cause
    throw new MigrationError(`The schema ${schema} cannot be migrated: ${reasonOf(cause)}`, {
      cause,
    })
  } finally {
    await db.destroy()
  }
}

export class MigrationError extends Error {
  override readonly name = 'MigrationError'
}

async function findPending(db: Kysely<unknown>, schema: string, to?: string): Promise<string[]> {
  const missing = await findMissingMigrations(db, schema)
  return missing.filter((name) => to === undefined || name <= to)
}

/**
 * Carries out migrations over a connection, or within a transaction, whose `search_path` is the schema.
 * All of them happen, or none.
 *
 * @returns their names
 */
export async function runMigrations<Schema>(
  db: Kysely<Schema>,
  schema: string,
  to?: string,
): Promise<string[]> {
  let failed: { name: string; cause: unknown } | undefined
  const migrator = new Migrator({
    db,
    // Heard here: within a transaction, what Kysely says is only that nothing works any more.
    provider: migrationFiles(schema, (name, cause) => {
      failed = { name, cause }
    }),
    migrationTableSchema: schema,
  })
  const { error, results = [] } = await (to === undefined
    ? migrator.migrateToLatest()
    : migrator.migrateTo(to))
  if (failed) {
    const { name, cause } = failed
    throw new MigrationError(`Migration ${name} failed: ${reasonOf(cause)}`, { cause })
  }
  if (error) throw error
  return results.map(({ migrationName }) => migrationName)
}
