import { type DatabaseConnection, Kysely, PostgresDialect } from 'kysely'
import type { ReadonlyKysely } from 'kysely/readonly'
import pg from 'pg'
import type { PoolUsage } from '../metrics/observe-pool.ts'
import { isTraced } from '../tracing/tracing.ts'
import { lendInTime } from './lend-in-time.ts'
import { traceStatement } from './trace-statements.ts'

/** One schema of the database, seen twice: through `read` nothing that writes compiles. */
export interface Store<Schema> {
  read: ReadonlyKysely<Schema>
  write: Kysely<Schema>
  usage(): PoolUsage
  close(): Promise<void>
}

export interface ConnectOptions {
  /** The schema whose tables are meant by their bare names. */
  schema: string
  /** Most connections at once. */
  max?: number
  /**
   * Commits are not waited for until they are on disk: for what can be made again. A crash of the
   * server may take the last of them back, in order, and never a part of one.
   */
  derivable?: boolean
  /** For one long piece of work that nobody waits for: a statement may take an hour. */
  patient?: boolean
}

const PATIENT_MS = 60 * 60_000

/** Opens no connection yet: the first query does, and waits at most 2 s for it. */
export function connect<Schema>(databaseUrl: string, options: ConnectOptions): Store<Schema> {
  const pool = createPool(databaseUrl, options)
  const db = new Kysely<Schema>({
    dialect: new PostgresDialect({ pool: lendInTime(pool) }),
    ...(isTraced() && { log: traceStatement }),
  })
  sendTogether(db)
  // Kysely offers no typed way to narrow an instance to its readonly view.
  return { read: db as never, write: db, usage: () => usageOf(pool), close: () => db.destroy() }
}

/**
 * Lets statements of a transaction that are asked for at once, as by `together`, be on their way
 * at once. Postgres answers them in their order; Kysely by itself sends each after the last answer.
 */
function sendTogether<Schema>(db: Kysely<Schema>): void {
  const executor = db.getExecutor()
  const onConnection = executor.withConnectionProvider.bind(executor)
  executor.withConnectionProvider = (provider) => {
    let connection: Promise<DatabaseConnection> | undefined
    return onConnection({
      async provideConnection(consume) {
        connection ??= provider.provideConnection(async (own) => own)
        return consume(await connection)
      },
    })
  }
}

/** A pool whose instants are ISO 8601 strings and whose big integers are numbers. */
export function createPool(
  databaseUrl: string,
  { schema, max = 10, derivable = false, patient = false }: ConnectOptions,
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
      // Postgres stops working for whoever has gone, as those do whose deadline has passed.
      '-c client_connection_check_interval=1s',
      ...(derivable ? ['-c synchronous_commit=off'] : []),
    ].join(' '),
    application_name: `finlore-${schema}`,
    connectionTimeoutMillis: 2_000,
    idle_in_transaction_session_timeout: patient ? PATIENT_MS : 30_000,
    statement_timeout: statementMs,
    // Our own clock as well as the server's: a connection may hang without anybody saying so. It
    // runs from when a statement is sent, so those that it was sent behind count as well.
    query_timeout: statementMs + 2_000,
    keepAlive: true,
    pipeline: true,
  })
  // A connection that breaks is replaced by the next query, and a query on it fails by itself.
  // Without a listener, idle or at work, it would bring the process down.
  pool.on('error', () => {})
  pool.on('connect', (client) => {
    client.on('error', () => {})
  })
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
