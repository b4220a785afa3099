import type { FastifyBaseLogger } from 'fastify'
import type { Kysely } from 'kysely'
import type { RenderDatabase } from '../records/database.ts'
import {
  endLease,
  settleNotifications,
  takeLease,
  trimNotifications,
} from '../records/index-now-queue.ts'
import type { IndexNowMetrics } from './index-now-metrics.ts'
import { submitAddresses } from './submit-addresses.ts'

/** Where and how search engines are notified of addresses. */
export interface IndexNow {
  key: string
  /** The URL of the endpoint. */
  url: string
  /** `PACE` by default. */
  pace?: Partial<typeof PACE>
}

const PACE = {
  /** How often to check whether there is something to send. */
  lookMs: 5_000,
  /** How long addresses wait: shared caches may be ten seconds late, and search engines come at once. */
  settleMs: 15_000,
  /** Between two calls, of all workers together. */
  everyMs: 60_000,
}
/** The protocol allows 10,000. */
const ADDRESSES_PER_CALL = 500
const MAX_PAUSE_MS = 60 * 60_000
/** If this worker is killed while it sends, another one may start after this time. */
const LEASE_MS = 60_000

export const paceOf = ({ pace }: IndexNow) => ({ ...PACE, ...pace })

export interface Notifier {
  db: Kysely<RenderDatabase>
  siteUrl: string
  indexNow: IndexNow
  metrics: IndexNowMetrics
  log: Pick<FastifyBaseLogger, 'warn'>
}

/**
 * Sends one notification of the waiting addresses, if it is time and no other worker is sending. If
 * the process is killed meanwhile, the addresses stay waiting: a second notification does no harm.
 */
export async function notifySearchEngines(
  { db, siteUrl, indexNow, metrics, log }: Notifier,
  signal: AbortSignal,
): Promise<void> {
  const { key, url } = indexNow
  const { settleMs, everyMs } = paceOf(indexNow)
  metrics.count('dropped', await trimNotifications(db))
  const lease = await takeLease(db, {
    limit: ADDRESSES_PER_CALL,
    settleMs,
    leaseMs: LEASE_MS,
  })
  if (!lease) return

  const { changed } = lease
  const paths = changed.map(({ path }) => path)
  const reception = await submitAddresses({ url, key, siteUrl, paths }, signal)
  if (reception.outcome === 'failed') {
    // Our own shutdown is not a failure of the endpoint.
    if (signal.aborted) return
    const failures = lease.failures + 1
    const backOffMs = Math.min(MAX_PAUSE_MS, everyMs * 2 ** Math.min(failures - 1, 20))
    const pauseMs = Math.max(backOffMs, reception.retryAfterMs)
    await endLease(db, { failures, pauseMs })
    metrics.count('failed', changed.length)
    const { reason } = reception
    return log.warn(
      { reason, failures, pauseMs },
      'search engines were not told; it will be retried',
    )
  }
  await settleNotifications(db, changed)
  await endLease(db, { failures: 0, pauseMs: everyMs })
  metrics.count(reception.outcome, changed.length)
  if (reception.outcome === 'refused') {
    const { status, advice } = reception
    log.warn(
      { status, addresses: changed.length, advice },
      'IndexNow refused addresses permanently',
    )
  }
}
