import { parseArgs } from 'node:util'
import { onParentGone } from '../../deploy/local/parent-watch.ts'
import { benchRebuild } from './rebuild/bench-rebuild.ts'
import { benchServe } from './serve/bench-serve.ts'
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

  rebuild   imports, full rebuilds, edits and new articles, beside Hugo where it is installed
              --sizes 1000,10000   numbers of articles, each a site of its own
  serve     requests for finished pages, beside nginx where it is installed
  weight    what a page costs a reader, with limits; by Lighthouse too where it is installed

  --json    prints the report as JSON instead of a table

The report is also written to tests/.artifacts/bench-<name>.json. With REDIS_URL the queues
are there, else in Postgres. A broken limit ends it with 1. LIGHTHOUSE_BIN names Lighthouse where
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
    case 'rebuild': {
      const sizes = values.sizes?.split(',').map(Number)
      if (sizes?.some((size) => !Number.isInteger(size) || size < 100)) {
        throw new UsageError('--sizes takes whole numbers from 100, separated by commas')
      }
      return {
        json: values.json,
        run: () => benchRebuild({ ...options, ...(sizes && { sizes }) }),
      }
    }
    case 'serve':
      return { json: values.json, run: () => benchServe(options) }
    case 'weight':
      return { json: values.json, run: () => benchWeight(options) }
    default:
      throw new UsageError(name === undefined ? 'Name a bench' : `There is no bench "${name}"`)
  }
}

function parse(args: readonly string[]) {
  try {
    return parseArgs({
      args: [...args],
      allowPositionals: true,
      options: { json: { type: 'boolean', default: false }, sizes: { type: 'string' } },
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
