import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { createCleanUp } from '../../deploy/local/clean-up.ts'
import { ensureWebBuild } from '../../deploy/local/ensure-web-build.ts'
import { openCorpus } from '../../tests/support/content/corpus.ts'
import { type BenchOptions, type BenchReport, machineFacts } from '../support/bench-report.ts'
import { measureScale } from './measure-scale.ts'
import { rowsOfScale } from './scale-rows.ts'

export interface ScaleBenchOptions extends BenchOptions {
  /** Numbers of articles; each is a site of its own. */
  sizes?: readonly number[]
  /** How long edits are sent for. */
  minutes: number
  /** How many edits are sent in that time. */
  edits: number
}

const SIZES = [10_000, 100_000]
/** Short articles: an opening and one section, about 200 words. */
const SECTION_COUNTS = [1]

/**
 * What a site of very many short articles costs: its import, its services when they have started, and
 * edits and searches while the worker still makes the pages for the first time.
 *
 * @throws {Error} when a step fails or takes too long, or the signal's reason; everything is stopped
 */
export async function benchScale({
  sizes = SIZES,
  minutes,
  edits,
  say,
  signal,
}: ScaleBenchOptions): Promise<BenchReport> {
  const date = new Date().toISOString()
  const machine = machineFacts()
  await ensureWebBuild(say)
  const corpus = await openCorpus({ sectionCounts: SECTION_COUNTS })
  const rows = []
  for (const articles of sizes) {
    const folder = await mkdtemp(path.join(tmpdir(), 'finlore-bench-'))
    const cleanUp = createCleanUp((error) => say(`while stopping: ${error}`))
    try {
      const options = { corpus, articles, folder, minutes, edits, say, signal }
      rows.push(...rowsOfScale(articles, await measureScale(options, cleanUp)))
    } finally {
      await cleanUp.run()
      await rm(folder, { recursive: true, force: true })
    }
  }
  return {
    bench: 'scale',
    date,
    machine,
    peer: null,
    rows,
    notes: [
      'Everything runs on one machine, Postgres with the settings of npm start. The worker makes all pages for the first time while edits are sent and titles are searched for: a site that has its pages answers sooner.',
      'Memory is the most that a process held at any moment.',
    ],
  }
}
