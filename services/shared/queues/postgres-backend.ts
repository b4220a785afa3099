import { createPostgresBackend, DEFAULT_SCHEMA } from 'bullmq'
import pg from 'pg'
import { usageOf } from '../database/connect.ts'
import { isDatabaseOutage } from '../database/database-outage.ts'
import { settlesWithin } from '../settles-within.ts'
import type { OnFailure, QueueBackend } from './queue-backend.ts'
import { LANES } from './rebuild-queues.ts'

/** The only schema that BullMQ uses with a given pool. */
export const QUEUE_SCHEMA = DEFAULT_SCHEMA

/** Each worker keeps one connection for notifications; the rest is for short queries. */
const MAX_CONNECTIONS = LANES.length + 3
const CLOSE_MS = 1_000

/** One pool for all queues and workers of the process. Opens no connection yet. */
export function openPostgresBackend(databaseUrl: string, onFailure: OnFailure): QueueBackend {
  const pool = new pg.Pool({
    connectionString: databaseUrl,
    max: MAX_CONNECTIONS,
    // Jobs are only wake-ups: one that is lost in a crash of the server is requested again.
    options: `-c search_path=${QUEUE_SCHEMA} -c synchronous_commit=off`,
    application_name: `finlore-${QUEUE_SCHEMA}`,
    connectionTimeoutMillis: 2_000,
    statement_timeout: 10_000,
    query_timeout: 12_000,
    keepAlive: true,
  })
  pool.on('error', onFailure)
  pool.on('connect', (client) => {
    // Without a listener, a connection that breaks in use would end the process.
    client.on('error', () => {})
  })

  const connection = patient(pool, onFailure)
  return {
    prefix: QUEUE_SCHEMA,
    forProducers: (name, opts, more) => createPostgresBackend(name, { ...opts, connection }, more),
    forWorkers: (name, opts, more) => createPostgresBackend(name, { ...opts, connection }, more),
    usage: () => usageOf(pool),
    close: async () => {
      await settlesWithin(CLOSE_MS, pool.end())
    },
  }
}

/**
 * BullMQ's workers pause and retry only after a refused connection; after any other sign of an
 * outage they retry without a pause or count a job as failed. So every outage is reported to them
 * as a refused connection.
 */
function patient(pool: pg.Pool, onFailure: OnFailure) {
  const refusing = async <T>(work: Promise<T>): Promise<T> => {
    try {
      return await work
    } catch (cause) {
      if (!(cause instanceof Error) || !isDatabaseOutage(cause)) throw cause
      onFailure(cause)
      throw Object.assign(new Error(cause.message, { cause }), { code: 'ECONNREFUSED' })
    }
  }
  return {
    connect: () => refusing(pool.connect()),
    query: (text: string, values?: unknown[]) => refusing(pool.query(text, values)),
    end: () => pool.end(),
    // The pool has a listener already; one per queue and worker would repeat every report.
    on: () => {},
  }
}
