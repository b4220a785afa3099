import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir, totalmem } from 'node:os'
import path from 'node:path'
import { type CleanUp, createCleanUp } from '../../../deploy/local/clean-up.ts'
import { ensureWebBuild } from '../../../deploy/local/ensure-web-build.ts'
import {
  type BenchOptions,
  type BenchReport,
  type BenchRow,
  benchRow,
  machineFacts,
} from '../support/bench-report.ts'
import { type Corpus, openCorpus, writeCorpus } from '../support/corpus.ts'
import { percentile } from '../support/percentile.ts'
import type { Usage } from '../support/processes.ts'
import { startBenchSite } from './bench-site.ts'
import { type EditTimes, timeEdits, timePublishing } from './edit-latency.ts'
import { buildWithHugo, findHugo, type HugoBuild, writeHugoSite } from './hugo-site.ts'

export interface RebuildBenchOptions extends BenchOptions {
  /** Numbers of articles; each is a site of its own. */
  sizes?: readonly number[]
}

const SIZES = [1_000, 10_000]
const EDITS = 200
const NEW_ARTICLES = 20
const FILL_MS = 60_000
const FILL_MS_PER_ARTICLE = 60
const PROGRESS_MS = 5_000
const MEGABYTE = 1e6
/** What Hugo holds in memory, more or less; short of memory it would be ended by the system. */
const HUGO_BYTES_PER_ARTICLE = 400_000

/**
 * How fast the static rebuild is, with Hugo beside it: a full build, edits and new articles on a
 * site that is built.
 *
 * @throws {Error} when a step fails or takes too long, or the signal's reason; everything is stopped
 */
export async function benchRebuild({
  sizes = SIZES,
  say,
  signal,
}: RebuildBenchOptions): Promise<BenchReport> {
  const date = new Date().toISOString()
  const hugo = await findHugo(signal)
  const machine = machineFacts(hugo === undefined ? {} : { Hugo: hugo })
  await ensureWebBuild(say)
  const corpus = await openCorpus()

  const rows: BenchRow[] = []
  const tooLarge = sizes.filter((articles) => articles * HUGO_BYTES_PER_ARTICLE > totalmem())
  for (const articles of sizes) {
    const folder = await mkdtemp(path.join(tmpdir(), 'finlore-bench-'))
    try {
      const ours = await benchOurs({ corpus, articles, folder, say, signal })
      const theirs =
        hugo && !tooLarge.includes(articles)
          ? await benchHugo({ corpus, articles, folder, say, signal })
          : undefined
      rows.push(...rowsOf(articles, ours, theirs))
    } finally {
      await rm(folder, { recursive: true, force: true })
    }
  }
  return {
    bench: 'rebuild',
    date,
    machine,
    peer: hugo === undefined ? null : `Hugo ${hugo}`,
    rows,
    notes: [
      hugo === undefined
        ? 'Hugo is not installed: there is nothing to compare with.'
        : 'Hugo writes HTML only, and in a build of its own HTML and page data. We write both, each plain, gzip and brotli, and record what every page depends on.',
      ...tooLarge.map(
        (articles) =>
          `Hugo was left out at ${articles} articles: it would need more memory than this machine has.`,
      ),
      'Memory is the most that a process held at any moment; Postgres is counted in CPU only.',
    ],
  }
}

interface SizeBench extends BenchOptions {
  corpus: Corpus
  articles: number
  folder: string
}

interface OurFigures {
  importSeconds: number
  importUsage: Usage
  fillSeconds: number
  pages: number
  bytes: number
  cpuSeconds: { content: number; worker: number; Postgres: number }
  peakBytes: { content: number; worker: number }
  edits: EditTimes[]
  published: EditTimes[]
}

async function benchOurs(bench: SizeBench): Promise<OurFigures> {
  const failures: unknown[] = []
  const cleanUp = createCleanUp((error) => failures.push(error))
  try {
    return await measureOurs(bench, cleanUp)
  } finally {
    await cleanUp.run()
    for (const failure of failures) bench.say(`while stopping: ${failure}`)
  }
}

async function measureOurs(bench: SizeBench, cleanUp: CleanUp): Promise<OurFigures> {
  const { corpus, articles, folder, say, signal } = bench
  const sized = (what: string) => say(`${articles.toLocaleString('en-US')} articles: ${what}`)
  const contentFolder = path.join(folder, 'content')
  await writeCorpus(corpus, contentFolder, articles)
  sized('importing')
  const site = await startBenchSite({ folder, contentFolder, articles, signal }, cleanUp)
  const { imported, content, registry } = site
  sized(`imported in ${imported.seconds.toFixed(1)} s`)

  const databaseBefore = await site.databaseCpu()
  const contentBefore = await content.usage()
  const started = performance.now()
  const worker = await site.startWorker()
  const progress = setInterval(() => {
    void registry
      .count()
      .then(({ pages, stale }) => sized(`${pages - stale} of ${pages} pages`))
      // Only told for whoever watches.
      .catch(() => {})
  }, PROGRESS_MS)
  try {
    await registry.untilFresh({
      timeoutMs: FILL_MS + articles * FILL_MS_PER_ARTICLE,
      signal: AbortSignal.any([signal, worker.died]),
      pauseMs: 100,
    })
  } finally {
    clearInterval(progress)
  }
  const fillSeconds = (performance.now() - started) / 1000
  const [contentUsage, workerUsage] = [await content.usage(), await worker.usage()]
  const cpuSeconds = {
    content: contentUsage.cpuSeconds - contentBefore.cpuSeconds,
    worker: workerUsage.cpuSeconds,
    Postgres: (await site.databaseCpu()) - databaseBefore,
  }
  const { pages, bytes } = await registry.count()
  if (pages < articles) throw new Error(`Only ${pages} pages were made of ${articles} articles`)
  sized(`${pages} pages in ${fillSeconds.toFixed(1)} s`)

  await registry.indexMade()
  const render = await site.startRender()
  const editBench = { site, render, corpus, articles, signal }
  const edits = await timeEdits(editBench, EDITS)
  sized(`${EDITS} edits`)
  const published = await timePublishing(editBench, NEW_ARTICLES)
  sized(`${NEW_ARTICLES} new articles`)
  return {
    importSeconds: imported.seconds,
    importUsage: imported.usage,
    fillSeconds,
    pages,
    bytes,
    cpuSeconds,
    peakBytes: { content: contentUsage.peakBytes, worker: workerUsage.peakBytes },
    edits,
    published,
  }
}

interface HugoFigures {
  html: HugoBuild
  withData: HugoBuild
}

async function benchHugo({
  corpus,
  articles,
  folder,
  say,
  signal,
}: SizeBench): Promise<HugoFigures> {
  const site = path.join(folder, 'hugo')
  await writeHugoSite(corpus, site, articles)
  say(`${articles.toLocaleString('en-US')} articles: Hugo`)
  return {
    html: await buildWithHugo(site, { pageData: false, signal }),
    withData: await buildWithHugo(site, { pageData: true, signal }),
  }
}

function rowsOf(articles: number, ours: OurFigures, hugo: HugoFigures | undefined): BenchRow[] {
  const row = (name: string, unit: string, value: number, peer?: number) =>
    benchRow(`${articles.toLocaleString('en-US')} articles: ${name}`, unit, value, peer)
  const cpuTotal = Object.values(ours.cpuSeconds).reduce((sum, seconds) => sum + seconds, 0)
  const editRows = (what: string, times: readonly EditTimes[]) => {
    const readers = times.map(({ readerMs }) => readerMs)
    const answers = times.map(({ answerMs }) => answerMs)
    const pages = times.map(({ made }) => made.pages)
    const files = times.map(({ made }) => made.files)
    return [
      row(`${what}, sent to answered, median`, 'ms', percentile(answers, 0.5)),
      row(`${what}, sent to first reader, median`, 'ms', percentile(readers, 0.5)),
      row(`${what}, sent to first reader, 99th percentile`, 'ms', percentile(readers, 0.99)),
      row(`${what}, pages made anew, mean`, 'pages', mean(pages)),
      row(`${what}, pages made anew, most`, 'pages', Math.max(...pages)),
      row(`${what}, files of feeds and site map made anew, most`, 'files', Math.max(...files)),
    ]
  }
  return [
    row('import', 's', ours.importSeconds),
    row('import, CPU', 's', ours.importUsage.cpuSeconds),
    row('import, memory', 'MB', ours.importUsage.peakBytes / MEGABYTE),
    row('pages', 'pages', ours.pages, hugo?.html.pages),
    row('full rebuild', 's', ours.fillSeconds, hugo?.html.seconds),
    row('full rebuild, page data in both', 's', ours.fillSeconds, hugo?.withData.seconds),
    row(
      'full rebuild, speed',
      'pages/s',
      ours.pages / ours.fillSeconds,
      hugo && hugo.html.pages / hugo.html.seconds,
    ),
    row('full rebuild, CPU', 's', cpuTotal, hugo?.html.usage.cpuSeconds),
    ...Object.entries(ours.cpuSeconds).map(([name, seconds]) =>
      row(`full rebuild, CPU of ${name}`, 's', seconds),
    ),
    row(
      'full rebuild, memory of worker',
      'MB',
      ours.peakBytes.worker / MEGABYTE,
      hugo && hugo.html.usage.peakBytes / MEGABYTE,
    ),
    row('full rebuild, memory of content', 'MB', ours.peakBytes.content / MEGABYTE),
    row(
      'pages and their data, uncompressed',
      'MB',
      ours.bytes / MEGABYTE,
      hugo && hugo.withData.bytes / MEGABYTE,
    ),
    ...editRows('edit', ours.edits),
    ...editRows('new article', ours.published),
  ]
}

const mean = (values: readonly number[]) =>
  values.reduce((sum, value) => sum + value, 0) / values.length
