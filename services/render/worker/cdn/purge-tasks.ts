import { type AnswerVersion, renewCdnLease } from '../records/cdn-lease.ts'
import { setPurgeTargets } from '../records/purge-queue.ts'
import type { Repeated } from '../records/repeat.ts'
import { type Purger, purgeCache } from './purge-caches.ts'
import { hostOf } from './purge-metrics.ts'

/** Between two looks for purges that are due. */
const LOOK_MS = 250
/** Several times in each lease. */
const RENEW_MS = 2_000

/** What a worker repeats so that caches may keep pages for long. */
export const purgeTasks = (purger: Purger, version: AnswerVersion): Repeated[] => [
  // Each cache by itself, so that none waits for another one that is down.
  ...purger.cdn.addresses.map((address) => ({
    name: `purging ${hostOf(address)}`,
    pauseMs: LOOK_MS,
    run: (stopping: AbortSignal) => purgeCache(purger, address, stopping),
  })),
  {
    name: 'letting pages be kept',
    pauseMs: RENEW_MS,
    run: async () => {
      // Each time: these tables may be emptied, and what has no caches on record notes no purges.
      await setPurgeTargets(purger.db, purger.cdn.addresses)
      purger.metrics.keeps(await renewCdnLease(purger.db, version))
    },
  },
]
