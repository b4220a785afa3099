import type { JobsOptions } from 'bullmq'
import type { Lane } from './rebuild-queues.ts'

/** Workers of another build must never see our jobs: their pages are not ours. */
export const queueNameOf = (lane: Lane, build: string) => `${lane}-${build}`

/** Jobs at work at once, in each process. */
export const CONCURRENCY: Readonly<Record<Lane, number>> = { edits: 4, 'knock-ons': 2, bulk: 2 }

export const WORKER_SETTINGS = {
  // The defaults leave the jobs of a killed worker alone for a minute and more.
  lockDuration: 10_000,
  stalledInterval: 5_000,
  maxStalledCount: 3,
  /** Pause after a lost connection. */
  runRetryDelay: 1_000,
}

/** BullMQ's diary of each queue. Nobody reads it. */
export const EVENTS_KEPT = 100

/** @param id at most one job with this name runs, and one waits */
export function jobOptions(id: string): JobsOptions {
  return {
    // The simple kind would lose a request that comes while the job runs.
    deduplication: { id, keepLastIfActive: true },
    // While a job waits to be tried again, no other request for its page gets in. So it
    // gives up soon: whoever finds the page still stale asks anew.
    attempts: 3,
    backoff: { type: 'fixed', delay: 1_000 },
    removeOnComplete: { count: 100 },
    removeOnFail: { count: 1_000 },
  }
}
