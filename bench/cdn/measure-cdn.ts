import { setTimeout as sleep } from 'node:timers/promises'
import type { Corpus } from '../../tests/support/content/corpus.ts'
import { rawRequest } from '../../tests/support/hostile/raw-request.ts'
import { type CdnSite, READERS_HOST } from './cdn-site.ts'

/** Readers and editors of a site, while both are at work. */
export interface CdnTimes {
  /** Milliseconds from the acknowledgement of each edit until a reader saw it through the cache. */
  shown: number[]
  /** The same until the site itself had it, whatever the cache had. */
  made: number[]
  /**
   * Of each answer that still had what an edit had replaced: milliseconds from the edit's
   * acknowledgement to the request.
   */
  stale: number[]
  answers: number
  /** Statuses other than 200. */
  failed: number
  hits: number
  /** Requests that the cache made to the site. */
  fetches: number
  seconds: number
}

export interface CdnLoad {
  corpus: Corpus
  articles: number
  edits: number
  /** The number of the last edit, which its title has: each is higher than all before. */
  marks: { last: number }
  editsPerSecond: number
  readers: number
  signal: AbortSignal
  /** How long pages are read, if longer than it takes until all edits are seen. */
  until?: Promise<unknown>
}

/** They are edited in turns: few, so that readers meet them. */
const EDITED_ARTICLES = 50
const HEADERS = { host: READERS_HOST, 'accept-encoding': 'identity' }
/** Between two requests of one reader. */
const READER_PAUSE_MS = 20
const LOOK_MS = 25
/** An edit that is not seen after this time is given up. */
const PATIENCE_MS = 15 * 60_000
const MARK = /<title[^>]*>Edit (\d+) /

/** An article that is edited again and again. */
interface Edited {
  path: string
  /** When each of its edits was acknowledged, by the number in its title. */
  acknowledged: Map<number, number>
}

/**
 * Sends edits at a steady rate, and reads pages through the cache meanwhile: half of them are the
 * articles that are edited.
 */
export async function measureCdn(cdn: CdnSite, load: CdnLoad): Promise<CdnTimes> {
  const { corpus, edits, signal } = load
  const edited: Edited[] = Array.from(
    { length: Math.min(EDITED_ARTICLES, load.articles) },
    (_, at) => ({ path: `/articles/${corpus.article(at).slug}`, acknowledged: new Map() }),
  )
  const ended = new AbortController()
  const before = await cdn.varnish.count()
  const beganAt = performance.now()
  const reading = Array.from({ length: load.readers }, (_, at) =>
    read(cdn, load, edited, at, AbortSignal.any([signal, ended.signal])),
  )
  const showing: Promise<number>[] = []
  const making: Promise<number>[] = []
  for (let count = 1; count <= edits; count += 1) {
    const article = edited[count % edited.length]
    if (!article) break
    load.marks.last += 1
    const mark = load.marks.last
    const dueAt = beganAt + (count * 1_000) / load.editsPerSecond
    await sleep(Math.max(0, dueAt - performance.now()), undefined, { signal })
    await edit(cdn, article, mark)
    showing.push(untilShown(cdn.varnish.url, article, mark, signal))
    making.push(untilShown(cdn.renderUrl, article, mark, signal))
  }
  const shown = await Promise.all(showing)
  const made = await Promise.all(making)
  await load.until
  ended.abort()
  const reads = await Promise.all(reading)
  const after = await cdn.varnish.count()
  const sum = (of: (one: ReaderTally) => number) => reads.reduce((all, one) => all + of(one), 0)
  return {
    shown,
    made,
    stale: reads.flatMap(({ stale }) => stale),
    answers: sum(({ answers }) => answers),
    failed: sum(({ failed }) => failed),
    hits: sum(({ hits }) => hits),
    fetches: after.fetches - before.fetches,
    seconds: (performance.now() - beganAt) / 1_000,
  }
}

async function edit({ site }: CdnSite, article: Edited, mark: number): Promise<void> {
  const response = await fetch(site.content.url + article.path, {
    method: 'PATCH',
    headers: {
      authorization: `Bearer ${site.editorToken}`,
      'content-type': 'application/json',
      'if-match': '*',
    },
    body: JSON.stringify({ title: `Edit ${mark} of an article` }),
  })
  const text = await response.text()
  if (!response.ok) throw new Error(`An edit was refused: ${response.status} ${text}`)
  article.acknowledged.set(mark, performance.now())
}

async function untilShown(url: string, article: Edited, mark: number, signal: AbortSignal) {
  const acknowledgedAt = article.acknowledged.get(mark) ?? 0
  for (;;) {
    const answer = await ask(url, article.path)
    const passedMs = performance.now() - acknowledgedAt
    if (markIn(answer) >= mark) return passedMs
    if (passedMs > PATIENCE_MS) return Number.POSITIVE_INFINITY
    await sleep(LOOK_MS, undefined, { signal })
  }
}

interface ReaderTally {
  answers: number
  failed: number
  hits: number
  stale: number[]
}

async function read(
  cdn: CdnSite,
  { corpus, articles }: CdnLoad,
  edited: readonly Edited[],
  first: number,
  until: AbortSignal,
): Promise<ReaderTally> {
  const tally: ReaderTally = { answers: 0, failed: 0, hits: 0, stale: [] }
  for (let at = first; !until.aborted; at += 7) {
    const article = at % 2 === 0 ? edited[at % edited.length] : undefined
    const others = ['/', '/authors', `/articles/${corpus.article(at % articles).slug}`]
    const path = article?.path ?? others[at % others.length] ?? '/'
    const askedAt = performance.now()
    const answer = await ask(cdn.varnish.url, path).catch(() => undefined)
    tally.answers += 1
    if (answer?.status !== 200) tally.failed += 1
    if (answer?.headers['x-cache'] === 'hit') tally.hits += 1
    if (article && answer?.status === 200) tally.stale.push(...staleness(article, answer, askedAt))
    await sleep(READER_PAUSE_MS, undefined, { signal: until }).catch(() => {})
  }
  return tally
}

/** How long the oldest edit that the answer does not have had been acknowledged. */
function staleness({ acknowledged }: Edited, answer: { text: string }, askedAt: number): number[] {
  const mark = markIn(answer)
  for (const [number, acknowledgedAt] of acknowledged) {
    if (number > mark && acknowledgedAt < askedAt) return [askedAt - acknowledgedAt]
  }
  return []
}

const ask = (url: string, path: string) => rawRequest(url, path, { headers: HEADERS })

const markIn = ({ text }: { text: string }) => Number(MARK.exec(text)?.[1] ?? 0)
