import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { ensureWebBuild } from '../../deploy/local/ensure-web-build.ts'
import { openCorpus } from '../../tests/support/content/corpus.ts'
import {
  type BenchOptions,
  type BenchReport,
  type BenchRow,
  benchRow,
  machineFacts,
} from '../support/bench-report.ts'
import { percentile } from '../support/percentile.ts'
import { measureFact } from './measure-fact.ts'
import { measurePair, type PairFigures } from './measure-pair.ts'
import { writePair } from './write-pair.ts'

export interface NumbersBenchOptions extends BenchOptions {
  /** Numbers of articles; each is a pair of sites of its own. */
  sizes?: readonly number[]
}

const SIZES = [2_000]
/** Articles of 10,000 that show the fact that is changed. */
const SHARE_OF_FACT = 500 / 10_000

/**
 * What facts, formulas, examples and charts cost: lint, import and full rebuild of texts with them,
 * beside the same texts without; and how soon readers see a changed fact.
 *
 * @throws {Error} when a step fails or takes too long, or the signal's reason; everything is stopped
 */
export async function benchNumbers({
  sizes = SIZES,
  say,
  signal,
}: NumbersBenchOptions): Promise<BenchReport> {
  const date = new Date().toISOString()
  const machine = machineFacts()
  await ensureWebBuild(say)
  const corpus = await openCorpus()
  const rows: BenchRow[] = []
  const home = await mkdtemp(path.join(tmpdir(), 'finlore-bench-'))
  try {
    for (const articles of sizes) {
      const count = articles.toLocaleString('en-US')
      const row = (name: string, unit: string, value: number, peer?: number) =>
        rows.push(benchRow(`${count} articles: ${name}`, unit, value, peer))
      const showing = Math.round(articles * SHARE_OF_FACT)
      const folder = path.join(home, String(articles))
      const bench = { folder, articles, say, signal }
      const pair = await writePair(corpus, { folder, articles, showing })
      for (const [name, figures] of Object.entries(await measurePair(pair, bench))) {
        const { numbers, plain } = figures as PairFigures[keyof PairFigures]
        row(`${name}, CPU, median`, 's', percentile(numbers, 0.5), percentile(plain, 0.5))
        row(`${name}, CPU, least`, 's', Math.min(...numbers), Math.min(...plain))
      }
      const { firstMs, allMs } = await measureFact(pair.numbers, { ...bench, showing })
      row(`changed fact, on the first of ${showing} pages`, 'ms', firstMs)
      row(`changed fact, on all of ${showing} pages`, 's', allMs / 1000)
    }
  } finally {
    await rm(home, { recursive: true, force: true })
  }
  return {
    bench: 'numbers',
    date,
    machine,
    peer: 'same texts without',
    rows,
    notes: [
      'Processor time of all processes, Postgres apart, in turns. Of a changed fact, the time is counted from the commit of its import until a reader has the page.',
    ],
  }
}
