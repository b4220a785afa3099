import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir, totalmem } from 'node:os'
import path from 'node:path'
import { ensureWebBuild } from '../../deploy/local/ensure-web-build.ts'
import { openCorpus } from '../../tests/support/content/corpus.ts'
import {
  type BenchLimit,
  type BenchOptions,
  type BenchReport,
  type BenchRow,
  machineFacts,
} from '../support/bench-report.ts'
import { findHugo } from './hugo-site.ts'
import { measureSite } from './measure-site.ts'
import { limitsOfSite, rowsOfSite } from './rebuild-rows.ts'

export interface RebuildBenchOptions extends BenchOptions {
  /** Numbers of articles; each is a site of its own. */
  sizes?: readonly number[]
}

const SIZES = [1_000, 10_000]
/** Roughly what Hugo holds in memory; without enough of it, the system would kill Hugo. */
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
  const limits: BenchLimit[] = []
  const tooLarge = sizes.filter((articles) => articles * HUGO_BYTES_PER_ARTICLE > totalmem())
  const home = await mkdtemp(path.join(tmpdir(), 'finlore-bench-'))
  try {
    for (const articles of sizes) {
      const folder = path.join(home, String(articles))
      const withHugo = hugo !== undefined && !tooLarge.includes(articles)
      const figures = await measureSite({ corpus, articles, folder, withHugo, say, signal })
      rows.push(...rowsOfSite(articles, figures))
      limits.push(...limitsOfSite(articles, figures))
    }
  } finally {
    // Not sooner: ext4 makes files up to ten times slower for minutes after many were removed.
    await rm(home, { recursive: true, force: true })
  }
  return {
    bench: 'rebuild',
    date,
    machine,
    peer: hugo === undefined ? null : `Hugo ${hugo}`,
    rows,
    limits,
    notes: [
      hugo === undefined
        ? 'Hugo is not installed: there is nothing to compare with.'
        : 'Hugo writes HTML only, and in a build of its own HTML and page data, before and after ours: its figures are means of the two. We write both, plain, and record what every page depends on.',
      ...tooLarge.map(
        (articles) =>
          `Hugo was left out at ${articles} articles: it would need more memory than this machine has.`,
      ),
      'Memory is the most that a process held at any moment; Postgres is counted in CPU only.',
    ],
  }
}
