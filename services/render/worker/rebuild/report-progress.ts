import type { FastifyBaseLogger } from 'fastify'
import type { Kysely } from 'kysely'
import type { RenderDatabase } from '../records/database.ts'
import { countRecordedPages, measureStalePages, type RebuildState } from '../records/stale-pages.ts'
import type { RebuildMetrics } from './rebuild-metrics.ts'

export interface ProgressOptions {
  db: Kysely<RenderDatabase>
  build: string
  metrics: RebuildMetrics
  log: Pick<FastifyBaseLogger, 'info'>
  /** Called whenever the metrics are updated. */
  onProgress: ((state: RebuildState) => void) | undefined
  /** How many pages this worker has made or compressed so far. */
  countDone(): number
}

/** Milliseconds between two log lines during a large rebuild. */
const LOG_PROGRESS_MS = 10_000

/** Returns a function that reports how far the pages of a build are; call it regularly. */
export function createProgressReport(options: ProgressOptions): () => Promise<void> {
  const { db, build, metrics, log, onProgress, countDone } = options
  let known = { pages: 0, plain: 0 }
  let wasIdle = false
  let counted = -1
  let logAt = 0
  return async () => {
    const { stale, ages } = await measureStalePages(db, build)
    const isIdle = Object.values(stale).every((count) => count === 0)
    // Counting all pages takes time in proportion to their number, so it is only done after
    // changes. A small site may become stale and be made between two calls.
    if (!isIdle || !wasIdle || counted !== countDone()) {
      counted = countDone()
      known = await countRecordedPages(db, build)
    }
    const { pages } = known
    wasIdle = isIdle
    metrics.observe({ ...known, stale }, ages)
    onProgress?.({ pages, stale })
    if (stale.bulk === 0 || Date.now() < logAt) return
    logAt = Date.now() + LOG_PROGRESS_MS
    log.info({ pages, stale: stale.bulk }, 'rebuilding pages')
  }
}
