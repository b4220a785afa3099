import { setTimeout as sleep } from 'node:timers/promises'
import type { FastifyBaseLogger } from 'fastify'
import { addressOf } from '#shared/addresses/topic-address.ts'
import type { PageStore } from '../../store/page-store.ts'
import { fingerprintOf, type StoredEntry } from '../../store/stored-entry.ts'
import type { RebuildOutcome } from './rebuild-pages.ts'

/** The encodings of most browsers: they get what nginx keeps for them. */
const AS_BROWSERS = { 'accept-encoding': 'gzip, deflate, br' }

const TIMES = {
  /** Of one answer. */
  answerMs: 2_000,
  /** Between two requests at first: as exact as what is measured. */
  quickPauseMs: 100,
  /** For how long they are that frequent. */
  quickMs: 5_000,
  slowPauseMs: 1_000,
  /** A page that is not there by then counts with this time. */
  patienceMs: 120_000,
  /** Between the end of one and the beginning of the next. */
  restMs: 1_000,
}

export interface ReaderWatchOptions {
  /** Where readers come in: the ingress, or the cache in front of it; without a slash at its end. */
  edgeUrl: string
  store: Pick<PageStore, 'describe'>
  /** @param seconds from the commit of an edit until readers got a page that shows it */
  observe(seconds: number): void
  log: Pick<FastifyBaseLogger, 'warn'>
  /** Times; `TIMES` by default. */
  times?: Partial<typeof TIMES>
}

export interface ReaderWatch {
  /**
   * Asks for a page that was just stored as readers do, again and again, until they get it. Of pages that
   * are stored meanwhile none is asked for: it is a sample, and costs a few requests a second at most.
   */
  watch(stored: Pick<RebuildOutcome, 'entry' | 'lags'>): void
  close(): Promise<void>
}

/** Measures how long after an edit its page is what readers get. */
export function watchReaders(options: ReaderWatchOptions): ReaderWatch {
  const { edgeUrl, store, observe, log } = options
  const times = { ...TIMES, ...options.times }
  const stop = new AbortController()
  const stopping = { signal: stop.signal }
  let watching: Promise<void> | undefined
  let isAway = false

  async function untilSeen(entry: StoredEntry, etag: string, lag: number): Promise<void> {
    const startedAt = performance.now()
    const url = edgeUrl + addressOf(entry.path)
    const waited = () => performance.now() - startedAt
    let hasAnswered = false
    while (waited() < times.patienceMs) {
      const answered = await askForTag(url, AbortSignal.any([stop.signal, limit(times.answerMs)]))
      if (answered?.includes(etag)) return note(lag + waited() / 1_000)
      hasAnswered ||= answered !== undefined
      const isQuick = waited() < times.quickMs
      await sleep(isQuick ? times.quickPauseMs : times.slowPauseMs, undefined, stopping)
      // Another edit may have taken its place before anybody got it.
      if (!isQuick && (await isReplaced(entry))) return
    }
    // Without any answer nothing is known of what readers get.
    if (hasAnswered) return note(lag + waited() / 1_000)
    if (!isAway)
      log.warn({ edge: edgeUrl }, 'EDGE_URL does not answer: what readers get is unknown')
    isAway = true
  }

  function note(seconds: number): void {
    isAway = false
    observe(seconds)
  }

  async function isReplaced(entry: StoredEntry): Promise<boolean> {
    const stored = await store.describe(entry.path)
    return stored?.fingerprint !== fingerprintOf(entry)
  }

  return {
    watch({ entry, lags }) {
      const [etag, lag] = [entry?.bodies.html?.etag, lags[0]]
      if (watching || !entry || entry.status !== 200 || etag === undefined || lag === undefined)
        return
      watching = untilSeen(entry, etag, lag)
        .then(() => sleep(times.restMs, undefined, stopping))
        // It was stopped, or the store is away, which others complain about.
        .catch(() => {})
        .finally(() => {
          watching = undefined
        })
    },
    async close() {
      stop.abort()
      await watching
    },
  }
}

const limit = (ms: number) => AbortSignal.timeout(ms)

/**
 * The `etag` of the answer to a reader; empty where an answer has none.
 *
 * @returns `undefined` when there is no answer
 */
async function askForTag(url: string, signal: AbortSignal): Promise<string | undefined> {
  try {
    const request = { method: 'HEAD', headers: AS_BROWSERS, redirect: 'manual', signal } as const
    const { headers } = await fetch(url, request)
    return headers.get('etag') ?? ''
  } catch {
    return undefined
  }
}

/** @throws {Error} when readers could get no answer there */
export async function requireEdge(edgeUrl: string): Promise<void> {
  const answered = await askForTag(`${edgeUrl}/robots.txt`, limit(TIMES.answerMs))
  if (answered === undefined) throw new Error('EDGE_URL does not answer')
}
