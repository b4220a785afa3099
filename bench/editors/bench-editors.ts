import { appendFile, mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { createCleanUp } from '../../deploy/local/clean-up.ts'
import { ensureWebBuild } from '../../deploy/local/ensure-web-build.ts'
import { type Corpus, openCorpus, writeCorpus } from '../../tests/support/content/corpus.ts'
import { mostFillMs, startBenchSite } from '../rebuild/bench-site.ts'
import {
  type BenchLimit,
  type BenchOptions,
  type BenchReport,
  type BenchRow,
  benchRow,
  machineFacts,
} from '../support/bench-report.ts'
import { percentile } from '../support/percentile.ts'
import { type Desk, type EditingTimes, editTogether } from './editing.ts'

export interface EditorsBenchOptions extends BenchOptions {
  /** Numbers of articles; each is a site of its own. */
  sizes?: readonly number[]
}

const SIZES = [2_000]
const EDITORS = 50
/** Of each part without an import, which takes as long as it takes. */
const PART_MS = 30_000
/** Between two requests of the reader. */
const READER_PAUSE_MS = 10
const READER_MS = 20_000

/** Editors who save and look at drafts, alone, together, and while all files are imported. */
export async function benchEditors({
  sizes = SIZES,
  say,
  signal,
}: EditorsBenchOptions): Promise<BenchReport> {
  const date = new Date().toISOString()
  const machine = machineFacts()
  await ensureWebBuild(say)
  const corpus = await openCorpus()
  const rows: BenchRow[] = []
  const limits: BenchLimit[] = []
  const home = await mkdtemp(path.join(tmpdir(), 'finlore-bench-'))
  try {
    for (const articles of sizes) {
      const folder = path.join(home, String(articles))
      const parts = await measureEditors({ corpus, articles, folder, say, signal })
      rows.push(...rowsOf(articles, parts))
      limits.push(...limitsOf(articles, parts))
    }
  } finally {
    await rm(home, { recursive: true, force: true })
  }
  return {
    bench: 'editors',
    date,
    machine,
    peer: null,
    rows,
    limits,
    notes: [
      `Each of ${EDITORS} editors saves a draft every two seconds and then has it shown, through the ports that editors use; the import changes every file. One reader asks for stored pages all the while. The load shares the cores with the site.`,
    ],
  }
}

interface Part {
  times: EditingTimes
  /** Milliseconds of each page that the reader got. */
  pages: number[]
}

interface Parts {
  quiet: Part
  alone: Part
  together: Part
  importing: Part
}

async function measureEditors({
  corpus,
  articles,
  folder,
  say,
  signal,
}: BenchOptions & { corpus: Corpus; articles: number; folder: string }): Promise<Parts> {
  const cleanUp = createCleanUp((error) => say(`while stopping: ${error}`))
  try {
    const contentFolder = path.join(folder, 'content')
    await writeCorpus(corpus, contentFolder, articles)
    const site = await startBenchSite({ folder, contentFolder, articles, signal }, cleanUp)
    const worker = await site.startWorker()
    await site.registry.untilFresh({ timeoutMs: mostFillMs(articles), signal, pauseMs: 100 })
    const render = await site.startRender()
    const desk: Desk = {
      contentUrl: site.content.url,
      previewUrl: worker.opsUrl,
      token: site.editorToken,
      corpus,
    }
    const addresses = Array.from(
      { length: Math.min(articles, 500) },
      (_, at) => `${render.url}/articles/${corpus.article(at).slug}`,
    )
    const measure = async (editors: number, work: () => Promise<unknown>): Promise<Part> => {
      const ended = new AbortController()
      const editing = editTogether(desk, editors, ended.signal)
      const reading = readPages(addresses, ended.signal)
      await work().finally(() => ended.abort())
      return { times: await editing, pages: await reading }
    }
    const wait = () => sleep(PART_MS, undefined, { signal })
    // Whatever runs first is slow.
    await measure(5, () => sleep(5_000, undefined, { signal }))
    const quiet = await measure(0, wait)
    say(`${articles} articles: one editor`)
    const alone = await measure(1, wait)
    say(`${articles} articles: ${EDITORS} editors`)
    const together = await measure(EDITORS, wait)
    say(`${articles} articles: ${EDITORS} editors beside an import`)
    const files = path.join(contentFolder, 'articles/en_US')
    for (const name of await readdir(files)) {
      await appendFile(path.join(files, name), '\nAdded to every file.\n')
    }
    const importing = await measure(EDITORS, site.importAgain)
    return { quiet, alone, together, importing }
  } finally {
    await cleanUp.run()
  }
}

async function readPages(addresses: readonly string[], until: AbortSignal): Promise<number[]> {
  const times: number[] = []
  for (let at = 0; !until.aborted; at = (at + 1) % addresses.length) {
    const begun = performance.now()
    const answer = await fetch(addresses[at] ?? '', { signal: AbortSignal.timeout(READER_MS) })
    await answer.arrayBuffer()
    if (!answer.ok) throw new Error(`${addresses[at]}: ${answer.status}`)
    times.push(performance.now() - begun)
    await sleep(READER_PAUSE_MS, undefined, { signal: until }).catch(() => {})
  }
  return times
}

const p95 = (values: readonly number[]) => percentile(values, 0.95)

const rowsOf = (articles: number, { quiet, alone, together, importing }: Parts): BenchRow[] => [
  ...[
    ['one editor', alone],
    [`${EDITORS} editors`, together],
    [`${EDITORS} editors beside an import`, importing],
  ].flatMap(([name, part]) => {
    const { times } = part as Part
    return [
      benchRow(`draft saved, p95, ${name} (${articles})`, 'ms', p95(times.drafts)),
      benchRow(`preview, p95, ${name} (${articles})`, 'ms', p95(times.previews)),
      benchRow(`refused, ${name} (${articles})`, 'requests', times.refused.length),
    ]
  }),
  benchRow(
    `stored page, p95, with ${EDITORS} editors, beside without (${articles})`,
    'ms',
    p95(together.pages),
    p95(quiet.pages),
  ),
]

const limitsOf = (articles: number, { alone, together, importing }: Parts): BenchLimit[] => {
  const most = (name: string, value: number, bound: number): BenchLimit => ({
    name: `${name} (${articles})`,
    unit: 'ms',
    value,
    kind: 'at most',
    bound,
  })
  return [
    most('draft saved, p95, one editor', p95(alone.times.drafts), 100),
    most(`draft saved, p95, ${EDITORS} editors beside an import`, p95(importing.times.drafts), 200),
    most(`preview, p95, ${EDITORS} editors`, p95(together.times.previews), 300),
    {
      ...most('refused', together.times.refused.length + importing.times.refused.length, 0),
      unit: 'requests',
    },
  ]
}
