import { parseArgs } from 'node:util'
import { onParentGone } from '../deploy/local/parent-watch.ts'
import { benchCdn } from './cdn/bench-cdn.ts'
import { benchCold } from './cold/bench-cold.ts'
import { benchEditions } from './editions/bench-editions.ts'
import { benchEditors } from './editors/bench-editors.ts'
import { benchMutations } from './mutations/bench-mutations.ts'
import { benchNumbers } from './numbers/bench-numbers.ts'
import { benchRebuild } from './rebuild/bench-rebuild.ts'
import { benchScale } from './scale/bench-scale.ts'
import { benchSearch } from './search/bench-search.ts'
import { BENCH_LOCALES } from './search/generated-titles.ts'
import { benchServe } from './serve/bench-serve.ts'
import { benchStorm } from './storm/bench-storm.ts'
import {
  type BenchOptions,
  type BenchReport,
  formatReport,
  isKept,
  writeReport,
} from './support/bench-report.ts'
import { benchWeight } from './weight/bench-weight.ts'

/** `npm run bench`: figures, and ratios against a peer in the same run or limits to keep to. */

const USAGE = `Usage: npm run bench -- <name> [options]

  cdn       edits under load behind Varnish, without and with purges; purges and the site cut off
              --edits 1000   how many, each time
              --minutes 10   how long no purge arrives
  cold      exports from an empty folder, unchanged and with one change, and first starts, beside
            Hugo where it is installed
              --sizes 1000,10000   numbers of articles, each a site of its own
  editions  editions of very many articles: their tables, and the time of list, history and diff
              --sizes 100000,1000000   numbers of articles, each a site of its own
  editors   drafts that 50 editors save and look at, alone, together and beside an import of all files
              --sizes 2000,10000   numbers of articles, each a site of its own
  mutations changes each value of tests/mutations, and demands that its test turns red
              --only M-901   only rows with these words
  numbers   lint, imports and full rebuilds of texts with facts, formulas, examples and charts, beside
            the same texts without; and a changed fact
              --sizes 2000,10000   numbers of articles, each a pair of sites of its own
  rebuild   imports, full rebuilds, edits and new articles, beside Hugo where it is installed
              --sizes 1000,10000   numbers of articles, each a site of its own
  scale     imports of very many short articles, and edits and searches while the worker makes all
            pages of them for the first time
              --sizes 10000,100000   numbers of articles, each a site of its own
              --minutes 10   how long edits are sent
              --edits 1000   how many
  search    searches for titles, builds and edits of their index, beside Postgres and its trigrams,
            and beside Meilisearch where MEILI_URL (and MEILI_KEY) say where it is
              --sizes 100000,1000000   numbers of titles
              --locales en_US,ru_RU
  serve     requests for finished pages, beside nginx where it is installed
  storm     more readers than the site bears, floods, slow sockets, edits, and every process killed
              --minutes 10   how long
              --times 3      readers, at so many times the rate that is borne
              --rate 1200    readers, at this rate, whatever is borne: for comparing two versions
              --soak         an hour, and no more readers than are borne
  weight    what a page costs a reader, with limits; by Lighthouse too where it is installed

  --json    prints the report as JSON instead of a table

The report is also written to tests/.artifacts/bench-<name>.json. With REDIS_URL the queues
are there, else in Postgres; with DATABASE_URL the bench of the search uses that Postgres. A broken limit ends it with 1. LIGHTHOUSE_BIN names Lighthouse where
it is not in PATH.
`

class UsageError extends Error {}

const stop = new AbortController()
for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const) {
  process.on(signal, () => stop.abort(new Error(`stopped by ${signal}`)))
}
onParentGone(() => stop.abort(new Error('stopped')))

const say = (line: string) => process.stderr.write(`${line}\n`)

function chooseBench(args: readonly string[]): { json: boolean; run(): Promise<BenchReport> } {
  const { values, positionals } = parse(args)
  const options: BenchOptions = { say, signal: stop.signal }
  const [name, ...rest] = positionals
  if (rest.length > 0) throw new UsageError(`One bench at a time: ${positionals.join(', ')}`)
  switch (name) {
    case 'cdn': {
      const amounts = readAmounts({
        minutes: values.minutes ?? '10',
        edits: values.edits ?? '1000',
      })
      return { json: values.json, run: () => benchCdn({ ...options, ...amounts }) }
    }
    case 'cold': {
      const sizes = readSizes(values.sizes, 100)
      return { json: values.json, run: () => benchCold({ ...options, ...(sizes && { sizes }) }) }
    }
    case 'editions': {
      const sizes = readSizes(values.sizes, 1_000)
      return {
        json: values.json,
        run: () => benchEditions({ ...options, ...(sizes && { sizes }) }),
      }
    }
    case 'editors': {
      const sizes = readSizes(values.sizes, 100)
      return { json: values.json, run: () => benchEditors({ ...options, ...(sizes && { sizes }) }) }
    }
    case 'mutations':
      return { json: values.json, run: () => benchMutations({ ...options, only: values.only }) }
    case 'numbers': {
      const sizes = readSizes(values.sizes, 100)
      return { json: values.json, run: () => benchNumbers({ ...options, ...(sizes && { sizes }) }) }
    }
    case 'rebuild': {
      const sizes = readSizes(values.sizes, 100)
      return {
        json: values.json,
        run: () => benchRebuild({ ...options, ...(sizes && { sizes }) }),
      }
    }
    case 'scale': {
      const sizes = readSizes(values.sizes, 1_000)
      const { minutes, edits } = readAmounts({
        minutes: values.minutes ?? '10',
        edits: values.edits ?? '1000',
      })
      const scale = { minutes, edits, ...(sizes && { sizes }) }
      return { json: values.json, run: () => benchScale({ ...options, ...scale }) }
    }
    case 'search': {
      const sizes = readSizes(values.sizes, 20_000)
      const locales = readLocales(values.locales)
      return { json: values.json, run: () => benchSearch({ ...options, sizes, locales }) }
    }
    case 'serve':
      return { json: values.json, run: () => benchServe(options) }
    case 'storm': {
      const storm = readStorm(values)
      return { json: values.json, run: () => benchStorm({ ...options, ...storm }) }
    }
    case 'weight':
      return { json: values.json, run: () => benchWeight(options) }
    default:
      throw new UsageError(name === undefined ? 'Name a bench' : `There is no bench "${name}"`)
  }
}

function readSizes(text: string | undefined, least: number): number[] | undefined {
  const sizes = text?.split(',').map(Number)
  if (sizes?.some((size) => !Number.isInteger(size) || size < least)) {
    throw new UsageError(`--sizes takes whole numbers from ${least}, separated by commas`)
  }
  return sizes
}

function readLocales(text: string | undefined) {
  const names = text?.split(',')
  if (names?.some((name) => !BENCH_LOCALES.some((locale) => locale === name))) {
    throw new UsageError(`--locales takes some of ${BENCH_LOCALES.join(',')}`)
  }
  return names && BENCH_LOCALES.filter((locale) => names.includes(locale))
}

interface StormValues {
  minutes?: string
  times?: string
  rate?: string
  soak: boolean
}

function readStorm({ minutes, times, rate, soak }: StormValues) {
  const chosen = readAmounts({
    minutes: minutes ?? (soak ? '60' : '10'),
    times: times ?? (soak ? '1' : '3'),
  })
  return rate === undefined ? chosen : { ...chosen, perSecond: readAmounts({ rate }).rate }
}

function readAmounts<Name extends string>(texts: Record<Name, string>): Record<Name, number> {
  for (const [name, text] of Object.entries<string>(texts)) {
    if (!(Number(text) > 0)) throw new UsageError(`--${name} takes a number above 0`)
  }
  const entries = Object.entries<string>(texts).map(([name, text]) => [name, Number(text)])
  return Object.fromEntries(entries)
}

function parse(args: readonly string[]) {
  try {
    return parseArgs({
      args: [...args],
      allowPositionals: true,
      options: {
        json: { type: 'boolean', default: false },
        only: { type: 'string' },
        sizes: { type: 'string' },
        locales: { type: 'string' },
        minutes: { type: 'string' },
        edits: { type: 'string' },
        times: { type: 'string' },
        rate: { type: 'string' },
        soak: { type: 'boolean', default: false },
      },
    })
  } catch (error) {
    throw new UsageError(error instanceof Error ? error.message : String(error))
  }
}

try {
  const { json, run } = chooseBench(process.argv.slice(2))
  const report = await run()
  const file = await writeReport(report)
  process.stdout.write(json ? `${JSON.stringify(report, null, 2)}\n` : formatReport(report))
  say(`written to ${file}`)
  if (report.limits?.some((limit) => !isKept(limit))) process.exitCode = 1
} catch (error) {
  if (error instanceof UsageError) process.stderr.write(`${error.message}\n\n${USAGE}`)
  else if (stop.signal.aborted) say(String(stop.signal.reason))
  else say(error instanceof Error ? String(error.stack) : String(error))
  process.exitCode = error instanceof UsageError ? 2 : 1
}
// Nothing of ours is left; a channel to a parent or a socket of a peer must not keep us.
process.exit()
