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
import { hasCoreToSpare } from './cores.ts'
import { type Desk, type EditingTimes, editTogether } from './editing.ts'
import { measureReaders, type ReaderTimes } from './measure-readers.ts'

export interface EditorsBenchOptions extends BenchOptions {
  /** Numbers of articles; each is a site of its own. */
  sizes?: readonly number[]
}

const SIZES = [2_000]
const EDITORS = 50
/** Of each part without an import, which takes as long as it takes. */
const PART_MS = 30_000
/** What readers' pages may take with editors, times that without. */
const MOST_FOR_READERS = 1.03

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
      `Each of ${EDITORS} editors saves a draft every two seconds and then has it shown, through the ports that editors use; the import changes every file. The load shares the cores with the site.`,
      hasCoreToSpare()
        ? 'Stored pages are read from a render process that has a core of its own, with the reader.'
        : 'Readers beside editors are left out: taskset and two cores are needed.',
    ],
  }
}

interface Parts {
  alone: EditingTimes
  together: EditingTimes
  importing: EditingTimes
  readers?: ReaderTimes
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
    const measure = async (editors: number, work: () => Promise<unknown>) => {
      const ended = new AbortController()
      const editing = editTogether(desk, editors, ended.signal)
      await work().finally(() => ended.abort())
      return editing
    }
    const wait = () => sleep(PART_MS, undefined, { signal })
    // Whatever runs first is slow.
    await measure(5, () => sleep(5_000, undefined, { signal }))
    say(`${articles} articles: one editor`)
    const alone = await measure(1, wait)
    say(`${articles} articles: ${EDITORS} editors`)
    const together = await measure(EDITORS, wait)
    const readersBench = {
      desk,
      editors: EDITORS,
      render,
      others: [site.content.pid, worker.pid, site.postgresPid],
      addresses,
      signal,
    }
    say(`${articles} articles: readers, with ${EDITORS} editors and without`)
    const readers = hasCoreToSpare() ? await measureReaders(readersBench) : undefined
    say(`${articles} articles: ${EDITORS} editors beside an import`)
    const files = path.join(contentFolder, 'articles/en_US')
    for (const name of await readdir(files)) {
      await appendFile(path.join(files, name), '\nAdded to every file.\n')
    }
    const importing = await measure(EDITORS, site.importAgain)
    return { alone, together, importing, ...(readers && { readers }) }
  } finally {
    await cleanUp.run()
  }
}

const p95 = (values: readonly number[]) => percentile(values, 0.95)

const rowsOf = (articles: number, { alone, together, importing, readers }: Parts): BenchRow[] => [
  ...Object.entries({
    'one editor': alone,
    [`${EDITORS} editors`]: together,
    [`${EDITORS} editors beside an import`]: importing,
  }).flatMap(([name, times]) => [
    benchRow(`draft saved, p95, ${name} (${articles})`, 'ms', p95(times.drafts)),
    benchRow(`preview, p95, ${name} (${articles})`, 'ms', p95(times.previews)),
    benchRow(`refused, ${name} (${articles})`, 'requests', times.refused.length),
  ]),
  ...(readers
    ? [
        benchRow(
          `stored page, p95, with ${EDITORS} editors, beside without (${articles})`,
          'ms',
          p95(readers.beside),
          p95(readers.without),
        ),
      ]
    : []),
]

const limitsOf = (
  articles: number,
  { alone, together, importing, readers }: Parts,
): BenchLimit[] => {
  const most = (name: string, value: number, bound: number): BenchLimit => ({
    name: `${name} (${articles})`,
    unit: 'ms',
    value,
    kind: 'at most',
    bound,
  })
  return [
    most('draft saved, p95, one editor', p95(alone.drafts), 100),
    most(`draft saved, p95, ${EDITORS} editors beside an import`, p95(importing.drafts), 200),
    most(`preview, p95, ${EDITORS} editors`, p95(together.previews), 300),
    {
      ...most('refused', together.refused.length + importing.refused.length, 0),
      unit: 'requests',
    },
    ...(readers
      ? [
          {
            ...most('stored page, p95, with editors', 0, MOST_FOR_READERS),
            unit: 'times that without',
            value: p95(readers.beside) / p95(readers.without),
          },
        ]
      : []),
  ]
}
