import { type Job, UnrecoverableError } from 'bullmq'
import type { Static, TSchema } from 'typebox'
import { Value } from 'typebox/value'
import { BulkJob, PageJob } from '../contracts/rebuild-job.ts'
import { settlesWithin } from '../settles-within.ts'
import { reportOnce } from './failure-report.ts'
import { createLaneQueue, type LaneQueue } from './lane-queue.ts'
import { type LaneWorker, startLaneWorker } from './lane-worker.ts'
import { openPostgresBackend } from './postgres-backend.ts'
import type { OnFailure } from './queue-backend.ts'
import { LANES, type Lane, type RebuildQueues } from './rebuild-queues.ts'
import { openRedisBackend } from './redis-backend.ts'

/** Time for jobs under way to finish; other workers take over the rest as stalled jobs. */
const GRACE_MS = 4_000
const CLOSE_MS = 1_000

export interface QueueConnection {
  databaseUrl: string
  /** Without it, Postgres keeps the jobs. */
  redisUrl?: string | undefined
}

/**
 * The queues of one build. They connect at first use, so the server need not be reachable now.
 *
 * @param build the build of the code; jobs of other builds are never seen
 */
export function openRebuildQueues(
  { databaseUrl, redisUrl }: QueueConnection,
  build: string,
  listener: { onFailure: OnFailure },
): RebuildQueues {
  let closed = false
  const report = reportOnce(listener.onFailure)
  const onFailure = (error: Error) => {
    // Errors after closing are caused by closing itself.
    if (!closed) report(error)
  }
  const backend = redisUrl
    ? openRedisBackend(redisUrl, withoutPassword(databaseUrl), onFailure)
    : openPostgresBackend(databaseUrl, onFailure)
  const open = (lane: Lane) => createLaneQueue(lane, build, backend, onFailure)
  const queues = { edits: open('edits'), 'knock-ons': open('knock-ons'), bulk: open('bulk') }
  const everyQueue: LaneQueue[] = LANES.map((lane) => queues[lane])
  const failedJobs: Record<Lane, number> = { edits: 0, 'knock-ons': 0, bulk: 0 }
  let workers: LaneWorker[] = []
  let closing: Promise<void> | undefined

  return {
    async requestPages(lane, paths) {
      if (paths.length === 0) return
      await queues[lane].request(paths.map((path) => ({ id: path, data: { path } })))
    },

    async requestBulk(slots) {
      await queues.bulk.request(slots.map((slot) => ({ id: `${slot}`, data: { slot } })))
    },

    work(handlers) {
      if (workers.length > 0) throw new Error('These queues already have workers')
      const start = (lane: Lane, handle: (job: Job<unknown, void>) => Promise<void>) =>
        startLaneWorker(lane, build, backend, handle, {
          onFailure,
          onJobFailed() {
            failedJobs[lane] += 1
          },
        })
      const startPages = (lane: 'edits' | 'knock-ons') =>
        start(lane, async ({ data }) => handlers.page(lane, proven(PageJob, data).path))
      workers = [
        startPages('edits'),
        startPages('knock-ons'),
        start('bulk', async (job) => handlers.bulk(proven(BulkJob, job.data), progressOf(job))),
      ]
    },

    countJobs: () => Promise.all(everyQueue.map((queue) => queue.count())),

    async obliterate() {
      for (const queue of everyQueue) await (await queue.open()).obliterate({ force: true })
    },

    inspect: () => Promise.all(everyQueue.map((queue) => queue.open())),
    failedJobs,
    usage: backend.usage,
    memory: backend.memory,

    close() {
      closing ??= close()
      return closing
    },
  }

  async function close() {
    await Promise.all(workers.map((worker) => worker.close(GRACE_MS)))
    closed = true
    await settlesWithin(CLOSE_MS, Promise.all(everyQueue.map((queue) => queue.close()))).catch(
      () => {},
    )
    await backend.close()
  }
}

/**
 * @throws {UnrecoverableError} when the data is malformed, because another attempt would not help
 */
function proven<T extends TSchema>(schema: T, data: unknown): Static<T> {
  if (!Value.Check(schema, data)) throw new UnrecoverableError('malformed rebuild job')
  return data
}

/** Progress is only for people to look at: a job neither waits for it nor fails because of it. */
function progressOf(job: Job<unknown, void>): (percent: number) => Promise<void> {
  let isRunning = false
  return async (percent) => {
    if (isRunning) return
    isRunning = true
    job
      .updateProgress(percent)
      .catch(() => {})
      .finally(() => {
        isRunning = false
      })
  }
}

const withoutPassword = (url: string) => url.replace(/\/\/[^@/]*@/, '//')
