import { type JobsOptions, Queue } from 'bullmq'
import { settlesWithin } from '../settles-within.ts'
import type { JobQueue, OnFailure, QueueBackend } from './queue-backend.ts'
import { type Lane, type LaneCounts, queueNameOf } from './rebuild-queues.ts'

const READY_MS = 2_000
const ANSWER_MS = 3_000
const BATCH = 500
/** Length of BullMQ's event stream of each queue, which is not read. */
const EVENTS_KEPT = 100

/** @param id at most one job with this name runs, and one waits */
const jobOptions = (id: string): JobsOptions => ({
  // Without `keepLastIfActive`, a request that comes while the job runs would be lost.
  deduplication: { id, keepLastIfActive: true },
  // While a job waits for its next attempt, other requests for its page are dropped. So it
  // fails soon: a page that is still stale is requested again.
  attempts: 3,
  backoff: { type: 'fixed', delay: 1_000 },
  removeOnComplete: { count: 100 },
  removeOnFail: { count: 1_000 },
})

export interface LaneQueue {
  /** @throws {Error} within seconds when the queue cannot be reached */
  request(jobs: readonly { id: string; data: object }[]): Promise<void>
  /**
   * BullMQ's own queue object, which stays usable from then on.
   *
   * @throws {Error} within seconds when it cannot be reached
   */
  open(): Promise<JobQueue>
  /** @throws {Error} within seconds when the queue cannot be reached */
  count(): Promise<LaneCounts>
  close(): Promise<void>
}

/**
 * The producer side of a lane. BullMQ's queue is made at first use, because one that is made while
 * the server is down never works.
 */
export function createLaneQueue(
  lane: Lane,
  build: string,
  backend: QueueBackend,
  onFailure: OnFailure,
): LaneQueue {
  let opening: Promise<JobQueue> | undefined

  async function connect(): Promise<JobQueue> {
    const queue: JobQueue = new Queue(
      queueNameOf(lane, build),
      {
        // The backend has its own connection.
        connection: {},
        prefix: backend.prefix,
        streams: { events: { maxLen: EVENTS_KEPT } },
      },
      backend.forProducers,
    )
    queue.on('error', onFailure)
    try {
      await queue.waitUntilReady()
      return queue
    } catch (error) {
      opening = undefined
      await queue.close().catch(onFailure)
      throw error
    }
  }

  function open(): Promise<JobQueue> {
    opening ??= connect()
    return orTimeout(READY_MS, opening)
  }

  return {
    open,
    async request(jobs) {
      const queue = await open()
      for (let from = 0; from < jobs.length; from += BATCH) {
        const batch = jobs.slice(from, from + BATCH)
        const entries = batch.map(({ id, data }) => ({ name: lane, data, opts: jobOptions(id) }))
        const [first, ...others] = entries
        const added: Promise<unknown> =
          first && others.length === 0
            ? queue.add(first.name, first.data, first.opts)
            : queue.addBulk(entries)
        await orTimeout(ANSWER_MS, added)
      }
    },
    async count() {
      const queue = await open()
      const counts = queue.getJobCounts('waiting', 'delayed', 'active', 'failed')
      const { waiting = 0, delayed = 0, active = 0, failed = 0 } = await orTimeout(READY_MS, counts)
      return { lane, waiting: waiting + delayed, active, failed }
    },
    async close() {
      const queue = await opening?.catch(() => undefined)
      await queue?.close()
    },
  }
}

async function orTimeout<T>(ms: number, work: Promise<T>): Promise<T> {
  if (!(await settlesWithin(ms, work))) throw new Error(`The queue did not answer within ${ms} ms`)
  return work
}
