import { runMigrations } from 'bullmq'
import pg from 'pg'
import { QUEUE_SCHEMA } from './postgres-backend.ts'

/** Brings the queue's own tables up to date. Safe to run at once from several processes. */
export async function migrateQueue(databaseUrl: string): Promise<void> {
  const client = new pg.Client({ connectionString: databaseUrl, connectionTimeoutMillis: 5_000 })
  await client.connect()
  try {
    await runMigrations(client, QUEUE_SCHEMA)
  } finally {
    await client.end()
  }
}
