import path from 'node:path'
import { type CleanUp, createCleanUp } from '../../deploy/local/clean-up.ts'
import { type Corpus, writeCorpus } from '../../tests/support/content/corpus.ts'
import type { BenchOptions } from '../support/bench-report.ts'
import { type BenchSite, mostFillMs, startBenchSite } from './bench-site.ts'
import { publishTogether, timeEdits, timePublishing } from './edit-latency.ts'
import { buildWithHugo, writeHugoSite } from './hugo-site.ts'
import { measureStart } from './measure-start.ts'
import type { FillFigures, HugoBuilds, SiteFigures } from './rebuild-rows.ts'

const EDITS = 200
const NEW_ARTICLES = 20
const EDITORS = [1, 8]
/** New articles that the editors of each number save together. */
const SAVED = 400
const PROGRESS_MS = 5_000

export interface SiteBench extends BenchOptions {
  corpus: Corpus
  articles: number
  folder: string
  withHugo: boolean
}

/**
 * Measures a site of its own, from the import to new articles, and then edits with `npm start`.
 *
 * @throws {Error} when a step fails or takes too long; everything is stopped
 */
export async function measureSite(bench: SiteBench): Promise<SiteFigures> {
  const apart = await untilDone(bench, (cleanUp) => measureSteps(bench, cleanUp))
  const contentFolder = path.join(bench.folder, 'content')
  const start = await untilDone(bench, (cleanUp) =>
    measureStart({ ...bench, contentFolder, edits: EDITS }, cleanUp),
  )
  return { ...apart, start }
}

/** Stops everything that the steps have started, also when one fails. */
async function untilDone<T>(
  { say }: SiteBench,
  steps: (cleanUp: CleanUp) => Promise<T>,
): Promise<T> {
  const cleanUp = createCleanUp((error) => say(`while stopping: ${error}`))
  try {
    return await steps(cleanUp)
  } finally {
    await cleanUp.run()
  }
}

async function measureSteps(
  bench: SiteBench,
  cleanUp: CleanUp,
): Promise<Omit<SiteFigures, 'start'>> {
  const { corpus, articles, folder, signal } = bench
  const say = (what: string) => bench.say(`${articles.toLocaleString('en-US')} articles: ${what}`)
  const contentFolder = path.join(folder, 'content')
  await writeCorpus(corpus, contentFolder, articles)
  say('importing')
  const site = await startBenchSite({ folder, contentFolder, articles, signal }, cleanUp)
  say(`imported in ${site.imported.seconds.toFixed(1)} s`)

  const { fill, hugo } = await measureFill(site, { ...bench, say })
  await site.registry.indexMade()
  const render = await site.startRender()
  const editBench = { site, render, corpus, articles, signal }
  const edits = await timeEdits(editBench, EDITS)
  say(`${EDITS} edits`)
  const published = await timePublishing(editBench, NEW_ARTICLES)
  say(`${NEW_ARTICLES} new articles`)
  const savedPerSecond = new Map<number, number>()
  let from = articles + NEW_ARTICLES
  for (const editors of EDITORS) {
    savedPerSecond.set(editors, await publishTogether(editBench, { editors, from, count: SAVED }))
    from += SAVED
    await site.registry.untilFresh({ timeoutMs: mostFillMs(SAVED), signal, pauseMs: 100 })
  }
  say(`${SAVED} new articles by one editor, and by ${EDITORS.at(-1)} at once`)
  return { imported: site.imported, fill, edits, published, savedPerSecond, ...(hugo && { hugo }) }
}

async function measureFill(
  site: BenchSite,
  bench: SiteBench,
): Promise<Pick<SiteFigures, 'fill' | 'hugo'>> {
  if (!bench.withHugo) return { fill: await fillSite(site, bench) }
  const { corpus, articles, signal, say } = bench
  const folder = path.join(bench.folder, 'hugo')
  await writeHugoSite(corpus, folder, articles)
  const build = async (): Promise<HugoBuilds> => {
    say('Hugo')
    return {
      html: await buildWithHugo(folder, { pageData: false, signal }),
      withData: await buildWithHugo(folder, { pageData: true, signal }),
    }
  }
  const before = await build()
  const fill = await fillSite(site, bench)
  return { fill, hugo: { before, after: await build() } }
}

/** Starts a worker and waits until it has made every page. */
async function fillSite(
  site: BenchSite,
  { articles, signal, say }: SiteBench,
): Promise<FillFigures> {
  const { content, registry } = site
  const databaseBefore = await site.databaseCpu()
  const contentBefore = await content.usage()
  const started = performance.now()
  const worker = await site.startWorker()
  const progress = setInterval(() => {
    void registry
      .count()
      .then(({ pages, stale }) => say(`${pages - stale} of ${pages} pages`))
      // Only progress for people who watch the run.
      .catch(() => {})
  }, PROGRESS_MS)
  try {
    await registry.untilFresh({
      timeoutMs: mostFillMs(articles),
      signal: AbortSignal.any([signal, worker.died]),
      pauseMs: 100,
    })
  } finally {
    clearInterval(progress)
  }
  const seconds = (performance.now() - started) / 1000
  const [contentUsage, workerUsage] = [await content.usage(), await worker.usage()]
  const cpuSeconds = {
    content: contentUsage.cpuSeconds - contentBefore.cpuSeconds,
    worker: workerUsage.cpuSeconds,
    Postgres: (await site.databaseCpu()) - databaseBefore,
  }
  const { pages, bytes } = await registry.count()
  if (pages < articles) throw new Error(`Only ${pages} pages were made of ${articles} articles`)
  say(`${pages} pages in ${seconds.toFixed(1)} s`)
  return {
    seconds,
    pages,
    bytes,
    cpuSeconds,
    peakBytes: { content: contentUsage.peakBytes, worker: workerUsage.peakBytes },
  }
}
