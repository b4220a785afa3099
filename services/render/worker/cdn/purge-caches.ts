import type { FastifyBaseLogger } from 'fastify'
import type { Kysely } from 'kysely'
import type { RenderDatabase } from '../records/database.ts'
import { boundPurges, endPurges, settlePurges, takePurges } from '../records/purge-queue.ts'
import type { Cdn } from './cdn-env.ts'
import { hostOf, type PurgeMetrics } from './purge-metrics.ts'
import { PAGES_PER_CALL, purgeRequests } from './purge-requests.ts'
import { CALL_TIMEOUT_MS, sendPurges } from './send-purges.ts'

/** If more pages wait for one cache, everything is purged: 50 calls of their own. */
const MAX_WAITING = 5_000
/** If this worker is killed while it sends, another one may start after this time. */
const LEASE_SECONDS = 5 + CALL_TIMEOUT_MS / 1_000
/** After a failure; twice as long after each further one. */
const FIRST_PAUSE_MS = 1_000
/** A cache that is back has its purges this soon. */
const MAX_PAUSE_MS = 30_000
/** A longer `retry-after` is not respected: what is old would be shown meanwhile. */
const MAX_RETRY_AFTER_MS = 5 * 60_000

export interface Purger {
  db: Kysely<RenderDatabase>
  siteUrl: string
  cdn: Cdn
  metrics: PurgeMetrics
  log: Pick<FastifyBaseLogger, 'info' | 'warn'>
}

/**
 * Sends one cache all purges that are due, call by call, unless another worker is sending or an earlier
 * failure is too recent. If the process is killed meanwhile, they stay waiting: a second purge does no
 * harm.
 */
export async function purgeCache(
  purger: Purger,
  address: string,
  stopping: AbortSignal,
): Promise<void> {
  const { db, metrics, log } = purger
  const replaced = await boundPurges(db, address, MAX_WAITING)
  if (replaced > 0) {
    metrics.count(address, 'replaced', replaced)
    log.warn({ cache: hostOf(address), replaced }, 'too many purges waited: everything is purged')
  }
  while (!stopping.aborted && (await purgeOnce(purger, address, stopping))) {
    // There may be more.
  }
}

/** @returns whether a call was made and succeeded */
async function purgeOnce(
  { db, siteUrl, cdn: { form, token }, metrics, log }: Purger,
  address: string,
  stopping: AbortSignal,
): Promise<boolean> {
  const lease = await takePurges(db, address, {
    limit: PAGES_PER_CALL,
    leaseSeconds: LEASE_SECONDS,
  })
  if (!lease) return false
  const paths = lease.purges.map(({ path }) => path)
  const requests = purgeRequests(form, { siteUrl, address, token }, paths)
  const purged = await sendPurges(requests, stopping)
  if (purged.outcome === 'sent') {
    await settlePurges(db, address, lease)
    await endPurges(db, address, { failures: 0, pauseMs: 0 })
    metrics.count(address, 'sent', paths.length)
    if (lease.failures > 0) log.info({ cache: hostOf(address) }, 'a cache is purged again')
    return true
  }
  if (stopping.aborted) {
    // Our own shutdown is not a failure of the cache.
    await endPurges(db, address, { failures: lease.failures, pauseMs: 0 })
    return false
  }
  const failures = lease.failures + 1
  const pauseMs = pauseAfter(failures, purged.retryAfterMs)
  await endPurges(db, address, { failures, pauseMs })
  metrics.count(address, 'failed', paths.length)
  const { reason } = purged
  // The first of each series, and one now and then.
  if (Math.log2(failures) % 1 === 0) {
    log.warn(
      { cache: hostOf(address), reason, failures, pauseMs },
      'a cache was not purged; it will be retried',
    )
  }
  return false
}

/** @param failures from 1 on */
export const pauseAfter = (failures: number, retryAfterMs: number): number =>
  Math.max(
    Math.min(MAX_PAUSE_MS, FIRST_PAUSE_MS * 2 ** Math.min(failures - 1, 20)),
    Math.min(MAX_RETRY_AFTER_MS, retryAfterMs),
  )
