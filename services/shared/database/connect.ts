import { Kysely, PostgresDialect } from 'kysely'
import type { ReadonlyKysely } from 'kysely/readonly'
import pg from 'pg'
import type { PoolUsage } from '../metrics/observe-pool.ts'
import { isTraced } from '../tracing/tracing.ts'
import { lendInTime } from './pg/lend-in-time.ts'
import { openSocket } from './pg/open-socket.ts'
import { traceStatement } from './trace-statements.ts'

/** One schema of the database. Statements that write do not compile on `read`. */
export interface Databases<Schema> {
  read: ReadonlyKysely<Schema>
  write: Kysely<Schema>
  usage(): PoolUsage
  close(): Promise<void>
}

export interface ConnectOptions {
  /** The schema of table names without a prefix. */
  schema: string
  /** Most connections at once. */
  max?: number
  /**
   * Commits do not wait for the disk: for data that can be made again. A crash of the server may
   * lose the last commits, each as a whole.
   */
  derivable?: boolean
  /** For a long batch run: a statement may take an hour. */
  patient?: boolean
  /**
   * For an edit that allows one of its statements more time than the server's 10 s: an answer may
   * take an hour. All other statements are still ended by the server.
   */
  waitsLong?: boolean
}

const PATIENT_MS = 60 * 60_000

/** Opens no connection yet: the first query does, and waits at most 2 s for it. */
export function connect<Schema>(databaseUrl: string, options: ConnectOptions): Databases<Schema> {
  const pool = createPool(databaseUrl, options)
  const db = new Kysely<Schema>({
    dialect: new PostgresDialect({ pool: lendInTime(pool) }),
    ...(isTraced() && { log: traceStatement }),
  })
  // Kysely offers no typed way to narrow an instance to its readonly view.
  return { read: db as never, write: db, usage: () => usageOf(pool), close: () => db.destroy() }
}

/** A pool whose instants are ISO 8601 strings and whose big integers are numbers. */
export function createPool(
  databaseUrl: string,
  { schema, max = 10, derivable = false, patient = false, waitsLong = false }: ConnectOptions,
): pg.Pool {
  const statementMs = patient ? PATIENT_MS : 10_000
  const types = new pg.TypeOverrides()
  types.setTypeParser(pg.types.builtins.TIMESTAMPTZ, (text) => new Date(text).toISOString())
  // Revisions and counts: far below 2^53.
  types.setTypeParser(pg.types.builtins.INT8, Number)

  const pool = new pg.Pool({
    connectionString: databaseUrl,
    max,
    types,
    options: [
      `-c search_path=${schema}`,
      // Cancel statements of clients that are gone, as after a missed deadline.
      '-c client_connection_check_interval=1s',
      ...(derivable ? ['-c synchronous_commit=off'] : []),
    ].join(' '),
    application_name: `finlore-${schema}`,
    connectionTimeoutMillis: 2_000,
    idle_in_transaction_session_timeout: patient ? PATIENT_MS : 30_000,
    statement_timeout: statementMs,
    // A timeout of our own besides the server's, because a connection may hang silently. It runs
    // from when a statement is sent, so time spent behind earlier statements counts as well.
    query_timeout: (waitsLong ? PATIENT_MS : statementMs) + 2_000,
    keepAlive: true,
    stream: openSocket,
    // Statements need not wait for each other's answers: see `pipelined`.
    pipeline: true,
  })
  // A connection that breaks is replaced by the next query, and a query on it fails by itself.
  // Without a listener, idle or at work, it would bring the process down.
  pool.on('error', () => {})
  pool.on('connect', (client) => client.on('error', () => {}))
  return pool
}

export function usageOf({ totalCount, idleCount, waitingCount, options }: pg.Pool): PoolUsage {
  return {
    busy: totalCount - idleCount,
    idle: idleCount,
    waiting: waitingCount,
    max: options.max,
  }
}
