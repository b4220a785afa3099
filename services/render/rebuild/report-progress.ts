import type { FastifyBaseLogger } from 'fastify'
import type { Kysely } from 'kysely'
import type { Database } from './database.ts'
import type { RebuildMetrics } from './rebuild-metrics.ts'
import { countRecordedPages, measureStalePages, type RebuildState } from './stale-pages.ts'

export interface ProgressOptions {
  db: Kysely<Database>
  build: string
  metrics: RebuildMetrics
  log: Pick<FastifyBaseLogger, 'info'>
  /** Told as often as the metrics are. */
  onProgress: ((state: RebuildState) => void) | undefined
  /** How many pages this worker has made so far. */
  countMade(): number
}

/** A line in the log for every so many seconds of a large rebuild. */
const LOG_PROGRESS_MS = 10_000

/** To be called now and then: says how far the pages of a build are. */
export function createProgressReport(options: ProgressOptions): () => Promise<void> {
  const { db, build, metrics, log, onProgress, countMade } = options
  let pages = 0
  let wasIdle = false
  let counted = -1
  let logAt = 0
  return async () => {
    const { stale, ages } = await measureStalePages(db, build)
    const isIdle = Object.values(stale).every((count) => count === 0)
    // Counting them all takes as long as there are pages, so only while there is news. A small
    // site is stale and made between two looks.
    if (!isIdle || !wasIdle || counted !== countMade()) {
      counted = countMade()
      pages = await countRecordedPages(db, build)
    }
    wasIdle = isIdle
    metrics.observe({ pages, stale }, ages)
    onProgress?.({ pages, stale })
    if (stale.bulk === 0 || Date.now() < logAt) return
    logAt = Date.now() + LOG_PROGRESS_MS
    log.info({ pages, stale: stale.bulk }, 'rebuilding pages')
  }
}
