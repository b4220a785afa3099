import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { type BenchOptions, type BenchReport, machineFacts } from '../support/bench-report.ts'
import { BENCH_LOCALES, type BenchLocale } from './generated-titles.ts'
import { measureTitles } from './measure-titles.ts'
import { limitsOf, rowsOf, type SearchMeasure } from './search-rows.ts'
import { openPostgres } from './trigram-peer.ts'

export interface SearchBenchOptions extends BenchOptions {
  sizes?: readonly number[] | undefined
  locales?: readonly BenchLocale[] | undefined
}

const SIZES = [100_000, 1_000_000]

/**
 * How fast titles are found, with Postgres and its trigrams beside it: the same titles, the same
 * queries, and the same answers, or no figures at all.
 *
 * @throws {Error} when two engines find different titles
 */
export async function benchSearch({
  sizes = SIZES,
  locales = BENCH_LOCALES,
  say,
  signal,
}: SearchBenchOptions): Promise<BenchReport> {
  const date = new Date().toISOString()
  const folder = await mkdtemp(path.join(tmpdir(), 'finlore-search-'))
  await using cleanUp = new AsyncDisposableStack()
  cleanUp.defer(() => rm(folder, { recursive: true, force: true }))
  const { MEILI_URL: url, MEILI_KEY: key } = process.env
  const meili = url === undefined ? undefined : { url, key }
  const machine = machineFacts()
  const postgres = await openPostgres(folder, cleanUp, signal)
  machine.versions.Postgres = postgres.version

  const measures: SearchMeasure[] = []
  const notes = [...NOTES]
  if (!meili) notes.push('Meilisearch was left out: `MEILI_URL` does not say where one is.')
  for (const size of sizes) {
    for (const locale of locales) {
      const measured = await measureTitles({ size, locale, postgres, meili, say, signal })
      measures.push(measured.measure)
      notes.push(...measured.notes)
    }
  }
  return {
    bench: 'search',
    date,
    machine,
    peer: 'pg_trgm',
    rows: measures.flatMap(rowsOf),
    limits: measures.flatMap(limitsOf),
    notes,
  }
}

const NOTES = [
  'One client, one query at a time, the first 20 titles and the total. pg_trgm gives them in one statement, for each query in whichever of two ways is sooner; "page alone" gives no total. Its connection is on this machine and always open; ours is called in the process.',
  'pg_trgm: the folded title in a column, gin_trgm_ops, one more index by date, vacuumed; 1 GB of shared buffers and no JIT unless DATABASE_URL names another server. "Titles built" is its two indexes and vacuum alone, without the rows.',
  'Before any time was taken, all titles that each query finds were compared with those of pg_trgm: the same ids in the same order.',
  'Memory of the index: all that it refers to, in the heap and in buffers. Memory that the process keeps: what the system counts for a process that has nothing but the titles, twelve seconds after they were built and the thread that built them had ended, with garbage collected, less what it counted before, when a handful of titles had been built in the same way. The rest is what allocators keep; README.md has flags that halve it.',
  'Pauses: the longest of the event loop while titles come in, made in that process a hundred at a time; medians of three builds.',
  '/api/search: a process on one core, 100 requests a second for 20 s whether or not those before were answered, timed from when each was due, after 5 s that do not count. All queries above and mistyped ones, each as often.',
]
