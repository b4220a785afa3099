import { readdir } from 'node:fs/promises'
import path from 'node:path'
import { Kysely, PostgresDialect, sql } from 'kysely'
import { type Migration, type MigrationProvider, Migrator } from 'kysely/migration'
import pg from 'pg'

const MIGRATIONS = path.resolve(import.meta.dirname, '../../../migrations')

/**
 * Brings one schema up to date. Safe to run from several processes at once: one works, the others
 * wait and find nothing to do. A migration that cannot get its lock within 3 s fails as a whole
 * and may be tried again, instead of holding up every reader behind it.
 *
 * @param schema also the name of the folder below `migrations/`
 * @returns the names of the migrations that ran
 */
export async function migrate(databaseUrl: string, schema: string): Promise<string[]> {
  const pool = new pg.Pool({
    connectionString: databaseUrl,
    max: 2,
    options: `-c search_path=${schema} -c lock_timeout=3s -c statement_timeout=60s`,
    connectionTimeoutMillis: 5_000,
  })
  const db = new Kysely<unknown>({ dialect: new PostgresDialect({ pool }) })
  try {
    // Two processes that start at once would both find it missing, and one would fail.
    await db.transaction().execute(async (tx) => {
      await sql`select pg_advisory_xact_lock(hashtext('finlore create schema'))`.execute(tx)
      await sql`create schema if not exists ${sql.id(schema)}`.execute(tx)
    })
    const migrator = new Migrator({
      db,
      provider: folderProvider(path.join(MIGRATIONS, schema)),
      migrationTableSchema: schema,
    })
    const { error, results = [] } = await migrator.migrateToLatest()
    if (error) {
      const failed = results.find(({ status }) => status === 'Error')?.migrationName
      throw new Error(`Migration ${failed ?? `of schema ${schema}`} failed`, { cause: error })
    }
    return results.map(({ migrationName }) => migrationName)
  } finally {
    await db.destroy()
  }
}

function folderProvider(folder: string): MigrationProvider {
  return {
    async getMigrations() {
      const files = (await readdir(folder)).filter((name) => name.endsWith('.ts')).sort()
      const entries = await Promise.all(
        files.map(async (name): Promise<[string, Migration]> => {
          const { up } = await import(path.join(folder, name))
          return [name.slice(0, -'.ts'.length), { up }]
        }),
      )
      return Object.fromEntries(entries)
    },
  }
}
