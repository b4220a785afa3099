import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { ensureWebBuild } from '../../deploy/local/ensure-web-build.ts'
import { openCorpus } from '../../tests/support/content/corpus.ts'
import { findHugo } from '../rebuild/hugo-site.ts'
import { type BenchOptions, type BenchReport, machineFacts } from '../support/bench-report.ts'
import { limitsOfCold, rowsOfCold } from './cold-rows.ts'
import { measureCold } from './measure-cold.ts'

export interface ColdBenchOptions extends BenchOptions {
  /** Numbers of articles; each is a site of its own. */
  sizes?: readonly number[]
}

const SIZES = [1_000, 10_000]

/**
 * How long it takes from a folder of Markdown to a folder that a web server can serve, with Hugo
 * beside it.
 *
 * @throws {Error} when a step fails or takes too long, or the signal's reason
 */
export async function benchCold({
  sizes = SIZES,
  say,
  signal,
}: ColdBenchOptions): Promise<BenchReport> {
  const date = new Date().toISOString()
  const hugo = await findHugo(signal)
  const machine = machineFacts(hugo === undefined ? {} : { Hugo: hugo })
  await ensureWebBuild(say)
  const corpus = await openCorpus()
  const report: BenchReport = {
    bench: 'cold',
    date,
    machine,
    peer: hugo === undefined ? null : `Hugo ${hugo}`,
    rows: [],
    limits: [],
    notes: [
      hugo === undefined
        ? 'Hugo is not installed: there is nothing to compare with.'
        : 'Hugo writes HTML only. We write HTML, page data and Markdown, each plain, gzip and brotli unless the pages are called plain, and start and fill a database for it.',
      'Nothing is removed before the end. Files removed by somebody else in the five minutes before make all of these builds slower.',
      'The limits are a tenth higher than before 2026-11-26, because packages are used as they are installed. They allow nothing more for pictures, each of which takes 12 instead of 4 ms of the processor.',
      'Memory is the most that a command and all that it started held at any moment, Postgres included; what processes share is counted once.',
    ],
  }
  const home = await mkdtemp(path.join(tmpdir(), 'finlore-bench-'))
  try {
    for (const articles of sizes) {
      const folder = path.join(home, String(articles))
      const withHugo = hugo !== undefined
      const figures = await measureCold({ corpus, articles, folder, withHugo, say, signal })
      report.rows.push(...rowsOfCold(articles, figures))
      report.limits?.push(...limitsOfCold(articles, figures))
    }
    return report
  } finally {
    // Not sooner: ext4 makes files up to ten times slower for minutes after many were removed.
    await rm(home, { recursive: true, force: true })
  }
}
