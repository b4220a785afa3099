import {
  createPostgresBackend,
  type PostgresConnectionOptions,
  type PostgresQueueBackend,
  Queue,
  runMigrations,
  UnrecoverableError,
  Worker,
} from 'bullmq'
import pg from 'pg'
import { Value } from 'typebox/value'
import { RebuildJob } from '../contracts/rebuild-job.ts'

const NAME = 'rebuild-page'
const SCHEMA = 'bullmq'
const DAY_SECONDS = 24 * 60 * 60

type PostgresQueue = Queue<
  RebuildJob,
  void,
  string,
  RebuildJob,
  void,
  string,
  PostgresQueueBackend,
  PostgresConnectionOptions
>
type PostgresWorker = Worker<
  RebuildJob,
  void,
  string,
  PostgresQueueBackend,
  number,
  PostgresConnectionOptions
>

export interface RebuildProducer {
  /** However often a page is asked for, at most one rebuild of it runs and one waits. */
  requestRebuilds(jobs: readonly RebuildJob[]): Promise<void>
  close(): Promise<void>
}

export interface QueueFailureListener {
  /** Told about lost connections and failed jobs; the queue carries on by itself. */
  onFailure(error: Error): void
}

const connectionTo = (databaseUrl: string) => ({
  connectionString: databaseUrl,
  schema: SCHEMA,
  max: 4,
  connectionTimeoutMillis: 2_000,
  keepAlive: true,
})

/** Brings the queue's own tables up to date. Safe to run at once from several processes. */
export async function migrateQueue(databaseUrl: string): Promise<void> {
  const client = new pg.Client({ connectionString: databaseUrl, connectionTimeoutMillis: 5_000 })
  await client.connect()
  try {
    await runMigrations(client, SCHEMA)
  } finally {
    await client.end()
  }
}

export function createRebuildProducer(
  databaseUrl: string,
  { onFailure }: QueueFailureListener,
): RebuildProducer {
  const queue: PostgresQueue = new Queue(
    NAME,
    { connection: connectionTo(databaseUrl) },
    createPostgresBackend,
  )
  queue.on('error', onFailure)
  return {
    async requestRebuilds(jobs) {
      await queue.addBulk(
        jobs.map((data) => ({
          name: NAME,
          data,
          opts: {
            deduplication: { id: `${data.build}:${data.path}`, keepLastIfActive: true },
            // While a job waits to be tried again, no other request for its page gets in. So it
            // gives up soon: whoever finds the page still stale asks anew.
            attempts: 3,
            backoff: { type: 'fixed', delay: 1_000 },
            removeOnComplete: { count: 100, age: DAY_SECONDS },
            removeOnFail: { count: 1_000, age: 7 * DAY_SECONDS },
          },
        })),
      )
    },
    close: () => queue.close(),
  }
}

/** @param handle must bear being called twice for the same job */
export function createRebuildWorker(
  databaseUrl: string,
  handle: (job: RebuildJob) => Promise<void>,
  { onFailure }: QueueFailureListener,
): { close(): Promise<void> } {
  const worker: PostgresWorker = new Worker(
    NAME,
    async ({ data }) => {
      if (!Value.Check(RebuildJob, data)) throw new UnrecoverableError('malformed rebuild job')
      await handle(data)
    },
    {
      connection: connectionTo(databaseUrl),
      concurrency: 4,
      // The defaults leave the jobs of a killed worker alone for a minute and more.
      lockDuration: 10_000,
      stalledInterval: 5_000,
      maxStalledCount: 3,
    },
    createPostgresBackend,
  )
  worker.on('error', onFailure)
  worker.on('failed', (_job, error) => onFailure(error))
  return { close: () => worker.close() }
}
