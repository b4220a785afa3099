import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { createCleanUp } from '../../deploy/local/clean-up.ts'
import { openCorpus } from '../../tests/support/content/corpus.ts'
import {
  type BenchOptions,
  type BenchReport,
  type BenchRow,
  benchRow,
  machineFacts,
} from '../support/bench-report.ts'
import { percentile } from '../support/percentile.ts'
import { type EditionFigures, measureEditions } from './measure-editions.ts'

export interface EditionsBenchOptions extends BenchOptions {
  /** Numbers of articles; each is a site of its own. */
  sizes?: readonly number[]
}

const SIZES = [100_000]
/** Short articles, as those of the bench `scale`. */
const SECTION_COUNTS = [1]
const MEGABYTE = 1e6

/** What editions of very many articles take on disk, and how long editors wait for them. */
export async function benchEditions({
  sizes = SIZES,
  say,
  signal,
}: EditionsBenchOptions): Promise<BenchReport> {
  const date = new Date().toISOString()
  const machine = machineFacts()
  const corpus = await openCorpus({ sectionCounts: SECTION_COUNTS })
  const rows: BenchRow[] = []
  const home = await mkdtemp(path.join(tmpdir(), 'finlore-bench-'))
  try {
    for (const articles of sizes) {
      const folder = path.join(home, String(articles))
      const cleanUp = createCleanUp((error) => say(`while stopping: ${error}`))
      try {
        const bench = { corpus, articles, folder, say, signal }
        rows.push(...rowsOf(articles, await measureEditions(bench, cleanUp)))
      } finally {
        await cleanUp.run()
      }
    }
  } finally {
    await rm(home, { recursive: true, force: true })
  }
  return {
    bench: 'editions',
    date,
    machine,
    peer: null,
    rows,
    notes: [
      'Some articles of 200 words are imported and edited through the editor API; their rows are then repeated for the others. Requests come one after the other, each for another article.',
    ],
  }
}

function rowsOf(articles: number, { tables, requests }: EditionFigures): BenchRow[] {
  const count = articles.toLocaleString('en-US')
  return [
    ...Object.entries(tables).map(([name, bytes]) =>
      benchRow(`${count} articles: ${name}`, 'MB', bytes / MEGABYTE),
    ),
    ...Object.entries(requests).flatMap(([name, times]) => [
      benchRow(`${count} articles: ${name}, median`, 'ms', percentile(times, 0.5)),
      benchRow(`${count} articles: ${name}, 99th percentile`, 'ms', percentile(times, 0.99)),
    ]),
  ]
}
