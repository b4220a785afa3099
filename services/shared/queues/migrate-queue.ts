import { assertSchemaCompatibility, LATEST_SCHEMA_VERSION, runMigrations } from 'bullmq'
import pg from 'pg'
import { SCHEMA_CHANGE_LIMITS } from '../database/migrate.ts'
import { type TryAgainOptions, tryAgain } from '../database/try-again.ts'
import { QUEUE_SCHEMA } from './postgres-backend.ts'

/**
 * Brings the queue's own tables up to date. Safe to run from several processes at once; after a
 * lock timeout or an outage everything is rolled back and tried again a few times.
 *
 * @returns whether there was anything to do
 */
export function migrateQueue(databaseUrl: string, options: TryAgainOptions = {}): Promise<boolean> {
  const once = () =>
    withConnection(databaseUrl, async (client) => {
      // Check first: a role that may not change the schema succeeds when nothing is pending.
      if ((await readVersion(client)) >= LATEST_SCHEMA_VERSION) return false
      await runMigrations(client, QUEUE_SCHEMA)
      return true
    })
  return tryAgain(once, options)
}

/** Whether the queue's tables are up to date for this version. */
export function isQueueMigrated(databaseUrl: string): Promise<boolean> {
  return withConnection(
    databaseUrl,
    async (client) => (await readVersion(client)) >= LATEST_SCHEMA_VERSION,
  )
}

async function readVersion(client: pg.Client): Promise<number> {
  const { rows } = await client.query('select to_regclass($1) is not null as found', [
    `${QUEUE_SCHEMA}.migration`,
  ])
  return rows[0].found ? assertSchemaCompatibility(client, QUEUE_SCHEMA) : 0
}

async function withConnection<Result>(
  databaseUrl: string,
  work: (client: pg.Client) => Promise<Result>,
): Promise<Result> {
  const client = new pg.Client({
    connectionString: databaseUrl,
    options: SCHEMA_CHANGE_LIMITS,
    connectionTimeoutMillis: 5_000,
  })
  // A broken connection fails its query. Without a listener its error would also end the process.
  client.on('error', () => {})
  try {
    await client.connect()
    return await work(client)
  } finally {
    await client.end().catch(() => {})
  }
}
