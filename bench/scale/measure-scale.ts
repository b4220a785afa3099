import { Agent } from 'node:http'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type { CleanUp } from '../../deploy/local/clean-up.ts'
import { type Corpus, writeCorpus } from '../../tests/support/content/corpus.ts'
import { createDice } from '../../tests/support/content/dice.ts'
import type { ServiceProcess, Usage } from '../../tests/support/machine/processes.ts'
import { type BenchSite, startBenchSite } from '../rebuild/bench-site.ts'
import { changeOf, publicationOf, type ShownEdit, timeEdit } from '../rebuild/edit-latency.ts'
import { ask, runOpenLoop } from '../search/open-loop.ts'
import type { BenchOptions } from '../support/bench-report.ts'

export interface ScaleBench extends BenchOptions {
  corpus: Corpus
  articles: number
  /** Gets everything that is written. */
  folder: string
  minutes: number
  edits: number
}

export interface ScaleFigures {
  imported: { seconds: number; usage: Usage; databaseCpuSeconds: number }
  databaseBytes: number
  /** Until a search service that starts has read all titles. */
  searchStartSeconds: number
  /** Milliseconds of each. */
  searches: readonly number[]
  /** Milliseconds of pages that were not rendered yet, one after the other. */
  firstPages: readonly number[]
  edits: readonly ShownEdit[]
  /** Pages that the worker made while edits were sent. */
  made: { pages: number; bytes: number; seconds: number }
  /** CPU while edits were sent. */
  cpuSeconds: Record<string, number>
  peakBytes: Record<string, number>
}

/** Of five edits, one publishes a new article. */
const EDITS_PER_ARTICLE = 5
const FIRST_PAGES = 200
const SEARCHES_PER_SECOND = 50
const SEARCH_SECONDS = 20
const SEARCH_START_MS = 60_000
const SEARCH_START_MS_PER_ARTICLE = 1
const TELL_EACH = 100
/** A machine that makes a million pages may be slow for some time. Late edits are said one by one. */
const MAX_READER_MS = 180_000
const LATE_MS = 5_000

/** @param cleanUp gets everything that is started, also when a later step fails */
export async function measureScale(bench: ScaleBench, cleanUp: CleanUp): Promise<ScaleFigures> {
  const { corpus, articles, folder, signal } = bench
  const say = (what: string) => bench.say(`${articles.toLocaleString('en-US')} articles: ${what}`)
  const contentFolder = path.join(folder, 'content')
  await writeCorpus(corpus, contentFolder, articles)
  say('importing')
  const site = await startBenchSite({ folder, contentFolder, articles, signal }, cleanUp)
  const imported = { ...site.imported, databaseCpuSeconds: await site.databaseCpu() }
  say(`imported in ${imported.seconds.toFixed(0)} s`)

  const searchStarted = performance.now()
  const search = await site.startSearch(SEARCH_START_MS + articles * SEARCH_START_MS_PER_ARTICLE)
  const searchStartSeconds = (performance.now() - searchStarted) / 1000
  say(`search reads all titles in ${searchStartSeconds.toFixed(1)} s`)
  const searches = await timeSearches(search, bench)
  const render = await site.startRender()
  const firstPages = await timeFirstPages(render, bench)
  say('edits, while the worker makes all pages for the first time')
  const worker = await site.startWorker()
  const services = { content: site.content, search, render, worker }
  const measured = await measureEdits(site, services, { ...bench, say })
  const usages = await Promise.all(
    Object.entries(services).map(async ([name, { usage }]) => [name, await usage()] as const),
  )
  return {
    imported,
    databaseBytes: await site.databaseBytes(),
    searchStartSeconds,
    searches,
    firstPages,
    ...measured,
    peakBytes: Object.fromEntries(usages.map(([name, { peakBytes }]) => [name, peakBytes])),
  }
}

/** Whole titles and their first words in turns, of articles across the site. */
async function timeSearches(
  { url }: ServiceProcess,
  { corpus, articles, signal }: ScaleBench,
): Promise<number[]> {
  const dice = createDice(articles)
  const addresses = Array.from({ length: SEARCHES_PER_SECOND * SEARCH_SECONDS }, (_, number) => {
    const { title } = corpus.article(dice.below(articles))
    const words = number % 2 === 0 ? title : title.split(' ').slice(0, 4).join(' ')
    return `/api/search?q=${encodeURIComponent(words)}`
  })
  const load = { url, addresses, perSecond: SEARCHES_PER_SECOND, signal }
  await runOpenLoop({ ...load, seconds: SEARCH_SECONDS / 4 })
  return runOpenLoop({ ...load, seconds: SEARCH_SECONDS })
}

async function timeFirstPages(
  { url }: ServiceProcess,
  { corpus, articles, signal }: ScaleBench,
): Promise<number[]> {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 })
  const dice = createDice(articles + 1)
  const times: number[] = []
  try {
    while (times.length < FIRST_PAGES) {
      signal.throwIfAborted()
      const { slug } = corpus.article(dice.below(articles))
      const started = performance.now()
      await ask(agent, `${url}/articles/${slug}`)
      times.push(performance.now() - started)
    }
    return times
  } finally {
    agent.destroy()
  }
}

/** Sends edits at an even rate; one that takes too long delays those behind it. */
async function measureEdits(
  site: BenchSite,
  services: Record<'content' | 'search' | 'render' | 'worker', ServiceProcess>,
  { corpus, articles, minutes, edits, say, signal }: ScaleBench,
): Promise<Pick<ScaleFigures, 'edits' | 'made' | 'cpuSeconds'>> {
  const dice = createDice(articles + 2)
  const cpuNow = async (): Promise<[string, number][]> => [
    ...(await Promise.all(
      Object.entries(services).map(
        async ([name, service]): Promise<[string, number]> => [
          name,
          (await service.usage()).cpuSeconds,
        ],
      ),
    )),
    ['Postgres', await site.databaseCpu()],
  ]
  const before = new Map(await cpuNow())
  const startedAt = performance.now()
  const pauseMs = (minutes * 60_000) / edits
  const shown: ShownEdit[] = []
  for (let number = 0; number < edits; number++) {
    await sleep(Math.max(0, startedAt + number * pauseMs - performance.now()))
    signal.throwIfAborted()
    services.worker.died.throwIfAborted()
    const word = `edited${number}x${dice.below(1e9)}`
    const isNew = number % EDITS_PER_ARTICLE === 0
    const article = corpus.article(isNew ? articles + number : dice.below(articles))
    const edit = isNew ? publicationOf(article, word) : changeOf(article, number, word)
    const time = await timeEdit({ site, render: services.render, signal }, edit, MAX_READER_MS)
    if (time.readerMs > LATE_MS) {
      say(`${edit.method} ${edit.slug} was seen after ${(time.readerMs / 1000).toFixed(1)} s`)
    }
    shown.push(time)
    if (shown.length % TELL_EACH === 0) {
      const { pages, stale } = await site.registry.count()
      say(`${shown.length} edits, ${pages - stale} of ${pages} pages`)
    }
  }
  const seconds = (performance.now() - startedAt) / 1000
  const { pages, stale, bytes } = await site.registry.count()
  const cpuSeconds = Object.fromEntries(
    (await cpuNow()).map(([name, used]) => [name, used - (before.get(name) ?? 0)]),
  )
  return { edits: shown, made: { pages: pages - stale, bytes, seconds }, cpuSeconds }
}
