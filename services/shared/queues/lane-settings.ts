import type { JobsOptions } from 'bullmq'
import type { Lane } from './rebuild-queues.ts'

/** Workers of another build must never see our jobs, because they make other pages. */
export const queueNameOf = (lane: Lane, build: string) => `${lane}-${build}`

/** Jobs that each process runs at once. */
export const CONCURRENCY: Readonly<Record<Lane, number>> = { edits: 4, 'knock-ons': 2, bulk: 2 }

export const WORKER_SETTINGS = {
  // With the defaults, jobs of a killed worker would wait for more than a minute.
  lockDuration: 10_000,
  stalledInterval: 5_000,
  maxStalledCount: 3,
  /** Milliseconds between attempts after a lost connection. */
  runRetryDelay: 1_000,
}

/** Length of BullMQ's event stream of each queue, which nobody reads. */
export const EVENTS_KEPT = 100

/** @param id at most one job with this name runs, and one waits */
export function jobOptions(id: string): JobsOptions {
  return {
    // Without `keepLastIfActive`, a request that comes while the job runs would be lost.
    deduplication: { id, keepLastIfActive: true },
    // While a job waits for its next attempt, other requests for its page are dropped. So it
    // fails soon: a page that is still stale is requested again.
    attempts: 3,
    backoff: { type: 'fixed', delay: 1_000 },
    removeOnComplete: { count: 100 },
    removeOnFail: { count: 1_000 },
  }
}
