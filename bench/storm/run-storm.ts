import { setTimeout as sleep } from 'node:timers/promises'
import type { CleanUp } from '../../deploy/local/clean-up.ts'
import { type HotArticle, hotArticles, storm } from '../../tests/faults/edit-storm.ts'
import type { FaultySite } from '../../tests/faults/faulty-site.ts'
import { countStale, findOldPages, hasFollowed } from '../../tests/faults/old-pages.ts'
import { startReaders } from '../../tests/faults/page-readers.ts'
import { until } from '../../tests/support/machine/until.ts'
import type { BenchOptions } from '../support/bench-report.ts'
import { findBearableRate } from './bearable-rate.ts'
import { failInTurn } from './faults-in-turn.ts'
import { startLoader } from './loader.ts'
import { recordMemory } from './memory-record.ts'
import { countUnseen, untilShown } from './shown-edits.ts'
import { openSlowSockets } from './slow-sockets.ts'
import type { StormFigures } from './storm-figures.ts'
import type { StormSite } from './storm-site.ts'
import { type Addresses, floodStreams, probeStreams, readerStreams } from './storm-streams.ts'

export interface StormOptions extends BenchOptions {
  seconds: number
  times: number
  /** Requests per second; `times` the highest bearable rate unless given. */
  perSecond: number | undefined
}

export const ARTICLES = 300
/** Articles that are each edited once a second or, when answers take long, less often. */
const HOT = 25
const EDIT_PAUSE_MS = 1_000
/** Pause of the readers that check the texts; the load comes from others. */
const LOOKER_PAUSE_MS = 1_000
const OTHER_PAGES = ['/', '/authors', '/sitemap']
const WORDS = [
  ...['bond', 'fund', 'rate', 'mortgage', 'savings account', 'index fund', 'inflation', 'tax'],
  ...['dividend', 'how to compare', 'fees', 'what is', 'insurance', 'pension', 'a'],
]
/** Share of the time in which processes are killed; the rest shows their memory in the long run. */
const SHARE_OF_FAULTS = 0.6
const STILL_MS = 180_000
const RIGHT_MS = 20_000
/** Higher priority than other processes, as far as permitted; probes come before the load. */
const [LOAD_NICENESS, PROBE_NICENESS] = [-5, -15]
const SOURCES = 200

/** Runs everything at the same time, and checks the site afterwards. */
export async function runStorm(
  { site, url, renders, parts, isCopied }: StormSite,
  cleanUp: CleanUp,
  { seconds, times, perSecond, say, signal }: StormOptions,
): Promise<StormFigures> {
  await untilStill(site, signal)
  await until('all pages are copied', { timeoutMs: STILL_MS, signal, pauseMs: 200 }, async () =>
    isCopied(),
  )
  say('all pages are made and copied')
  const articles = hotArticles(site, HOT)
  const addresses = addressesOf(site)
  const [loader, prober] = [startLoader(LOAD_NICENESS), startLoader(PROBE_NICENESS)]
  for (const { stop } of [loader, prober]) cleanUp.add(stop)
  const readers = { url, network: 1, sources: SOURCES }
  const borne =
    perSecond === undefined
      ? await findBearableRate({ loader, addresses, ...readers }, { say, signal })
      : undefined
  const offered = perSecond ?? times * (borne ?? 0)
  say(`the storm: ${Math.round(offered)} requests/s of readers`)

  const ending = new AbortController()
  const either = AbortSignal.any([signal, ending.signal])
  const streams = [...readerStreams(addresses, offered), ...floodStreams()]
  const probing = { ...readers, network: 2, streams: probeStreams(addresses) }
  const startedAt = performance.now()
  const record = recordMemory(parts)
  const slow = openSlowSockets(url)
  const lookers = startReaders(site, articles, OTHER_PAGES, {
    url,
    pauseMs: LOOKER_PAUSE_MS,
    mayBeOlder: true,
    mayAskAgain: true,
  })
  const editing = editOnAndOn(site, articles, either)

  async function failAndFinish() {
    const [faults] = await Promise.all([
      failInTurn({
        parts,
        say,
        signal: either,
        seconds: seconds * SHARE_OF_FAULTS,
        untilRight: () => untilShown(renders, articles, { patienceMs: RIGHT_MS, signal: either }),
      }),
      sleep(seconds * 1_000, undefined, { signal: either }),
    ])
    for (const { finish } of [loader, prober]) finish()
    return { faults, lasted: (performance.now() - startedAt) / 1_000 }
  }
  try {
    const work = Promise.all([
      loader.run({ ...readers, streams }, either),
      prober.run(probing, either),
      failAndFinish(),
    ])
    work.catch(() => {})
    const [load, probes, { faults, lasted }] = await Promise.race([work, editing])
    const acknowledged = articles.reduce((sum, hot) => sum + hot.acknowledged, 0)
    ending.abort()
    await Promise.all([lookers.stop(), slow.stop(), record.stop()])
    // Pages that are still wrong then are found by comparing every page.
    await untilStill(site, signal).catch(() => signal.throwIfAborted())
    const { compared, old } = await findOldPages(site)
    return {
      seconds: lasted,
      borne,
      offered,
      goesFirst: loader.goesFirst,
      load,
      probes,
      faults,
      memory: record.courses,
      slowSockets: slow.longest,
      edits: { acknowledged, lost: await countUnseen(renders, articles) },
      complaints: [...lookers.complaints],
      compared,
      wrong: old,
    }
  } finally {
    ending.abort()
    await Promise.allSettled([lookers.stop(), slow.stop(), record.stop()])
  }
}

/** Never resolves; rejects when an edit is refused, or with the signal's reason. */
function editOnAndOn(
  site: FaultySite,
  articles: readonly HotArticle[],
  signal: AbortSignal,
): Promise<never> {
  const editing = storm(site, articles, {
    edits: Number.POSITIVE_INFINITY,
    pauseMs: EDIT_PAUSE_MS,
    signal,
  }).then((): never => {
    throw new Error('The editors have stopped')
  })
  editing.catch(() => {})
  return editing
}

const addressesOf = ({ corpus }: FaultySite): Addresses => ({
  pages: [
    ...OTHER_PAGES,
    ...Array.from({ length: ARTICLES }, (_, at) => `/articles/${corpus.article(at).slug}`),
  ],
  words: WORDS,
})

/** Until every page is made from the newest content. */
async function untilStill(site: FaultySite, signal: AbortSignal): Promise<void> {
  const options = { timeoutMs: STILL_MS, signal, pauseMs: 200 }
  await until('all pages are made', options, async () => {
    const state = await countStale(site)
    if (!state || state.pages < ARTICLES || !(await hasFollowed(site))) return false
    return state.stale.edits + state.stale['knock-ons'] + state.stale.bulk === 0
  })
}
