import { Kysely, PostgresDialect, sql } from 'kysely'
import { Migrator } from 'kysely/migration'
import pg from 'pg'
import { EnvironmentError } from '../config.ts'
import { migrationFiles } from './migration-files.ts'
import { requirePostgres } from './require-postgres.ts'
import { findMissingMigrations } from './schema-state.ts'
import { reasonOf, type TryAgainOptions, tryAgain } from './try-again.ts'

/**
 * Options of a connection that changes a schema. While it waits for a lock on a table, all later
 * requests for that table wait behind it, so it gives up soon.
 */
export const SCHEMA_CHANGE_LIMITS = '-c lock_timeout=3s -c statement_timeout=60s'

export interface MigrateOptions extends TryAgainOptions {
  /** The last migration to run; all migrations of this version unless given. */
  to?: string
}

/**
 * Brings one schema up to date. Safe to run from several processes at once: one works, the others
 * wait and find nothing to do. After a lock timeout or an outage everything is rolled back and
 * tried again a few times. A database that a newer version has already migrated stays as it is.
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
  // A broken connection fails its query. Without a listener its error would also end the process.
  pool.on('error', () => {})
  pool.on('connect', (client) => {
    client.on('error', () => {})
  })
  const db = new Kysely<unknown>({ dialect: new PostgresDialect({ pool }) })
  try {
    await requirePostgres(db)
    // Check first: a role that may not change the schema succeeds when nothing is pending.
    if ((await findPending(db, schema, to)).length === 0) return []
    // Without the lock, two processes could both find the schema missing, and one would fail.
    await db.transaction().execute(async (tx) => {
      await sql`select pg_advisory_xact_lock(hashtext('finlore create schema'))`.execute(tx)
      await sql`create schema if not exists ${sql.id(schema)}`.execute(tx)
    })
    return await runMigrations(db, schema, to)
  } catch (cause) {
    if (cause instanceof MigrationError || cause instanceof EnvironmentError) throw cause
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
 * Runs the migrations on a connection, or in a transaction, whose `search_path` is the schema.
 * Either all of them take effect, or none.
 *
 * @returns the names of those that ran
 */
export async function runMigrations<Schema>(
  db: Kysely<Schema>,
  schema: string,
  to?: string,
): Promise<string[]> {
  let failed: { name: string; cause: unknown } | undefined
  const migrator = new Migrator({
    db,
    // Within a transaction, Kysely reports only that the transaction is aborted, not the cause.
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
