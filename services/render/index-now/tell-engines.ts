import type { FastifyBaseLogger } from 'fastify'
import type { Kysely } from 'kysely'
import type { Database } from '../rebuild/database.ts'
import type { IndexNowMetrics } from './index-now-metrics.ts'
import { noteTurn, settleNews, takeTurn, trimNews } from './news-table.ts'
import { submitAddresses } from './submit-addresses.ts'

/** Where and how search engines are told of addresses. */
export interface IndexNow {
  key: string
  /** Of the endpoint. */
  url: string
  /** As below unless given. */
  pace?: Partial<Pace>
}

export interface Pace {
  /** How often it is seen to whether there is something to tell. */
  lookMs: number
  /** News wait so long: shared caches show an edit within ten seconds, and search engines come at once. */
  settleMs: number
  /** From one call to the next, of all workers together. */
  everyMs: number
}

const PACE: Pace = { lookMs: 5_000, settleMs: 15_000, everyMs: 60_000 }
/** The protocol allows 10,000. */
const ADDRESSES_PER_CALL = 500
const MAX_PAUSE_MS = 60 * 60_000
/** Others begin after so long when this worker dies at it. */
const LEASE_MS = 60_000

export const paceOf = ({ pace }: IndexNow): Pace => ({ ...PACE, ...pace })

export interface Teller {
  db: Kysely<Database>
  siteUrl: string
  indexNow: IndexNow
  metrics: IndexNowMetrics
  log: Pick<FastifyBaseLogger, 'warn'>
}

/**
 * Tells search engines once of what waits, if it is time and no other worker's turn. Who dies at it
 * leaves the addresses waiting: being told twice does them no harm.
 */
export async function tellEngines(
  { db, siteUrl, indexNow, metrics, log }: Teller,
  signal: AbortSignal,
): Promise<void> {
  const { key, url } = indexNow
  const { settleMs, everyMs } = paceOf(indexNow)
  metrics.count('dropped', await trimNews(db))
  const turn = await takeTurn(db, {
    limit: ADDRESSES_PER_CALL,
    settleMs,
    leaseMs: LEASE_MS,
  })
  if (!turn) return

  const { news } = turn
  const paths = news.map(({ path }) => path)
  const reception = await submitAddresses({ url, key, siteUrl, paths }, signal)
  if (reception.outcome === 'failed') {
    // Who stops is no failure of the endpoint.
    if (signal.aborted) return
    const failures = turn.failures + 1
    const backOffMs = Math.min(MAX_PAUSE_MS, everyMs * 2 ** Math.min(failures - 1, 20))
    const pauseMs = Math.max(backOffMs, reception.retryAfterMs)
    await noteTurn(db, { failures, pauseMs })
    metrics.count('failed', news.length)
    const { reason } = reception
    return log.warn(
      { reason, failures, pauseMs },
      'search engines were not told; tried again later',
    )
  }
  await settleNews(db, news)
  await noteTurn(db, { failures: 0, pauseMs: everyMs })
  metrics.count(reception.outcome, news.length)
  if (reception.outcome === 'refused') {
    const { status, advice } = reception
    log.warn({ status, addresses: news.length, advice }, 'IndexNow refused addresses for good')
  }
}
