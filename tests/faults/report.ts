import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { type Held, readHeldLinks } from '../support/content/held-rows.ts'

/**
 * Says of each row of README.md beside it whether the tests that hold it have passed, by the runner's
 * own reports: `node tests/faults/report.ts REPORT…`. Fails where one has failed, or where a report has
 * the file of a test and no test of that name.
 */
interface Report {
  testResults: {
    /** Absolute, of a file. */
    name: string
    assertionResults: { fullName: string; status: string }[]
  }[]
}

const ROOT = path.resolve(import.meta.dirname, '../..')
const TABLE = 'tests/faults/README.md'

const reports: Report[] = await Promise.all(
  process.argv.slice(2).map(async (file) => JSON.parse(await readFile(file, 'utf8'))),
)
const ran = reports.flatMap(({ testResults }) => testResults)
const { rows, held } = await readHeldLinks(TABLE, String.raw`[FT]\d+`)
const remarks = await readRemarks()

const counts = { passed: 0, 'left out': 0, failed: 0 }
for (const row of rows) {
  const { outcome, why } = judge(held.filter((one) => one.row === row))
  counts[outcome] += 1
  const needs = outcome === 'failed' || why === '' ? '' : remarks.get(row)
  process.stdout.write(`${[`${row}: ${outcome}`, why, needs].filter(Boolean).join(': ')}\n`)
}
process.stdout.write(
  `faults and threats: ${Object.entries(counts)
    .map(([outcome, count]) => `${count} ${outcome}`)
    .join(', ')}\n`,
)
process.exitCode = counts.failed > 0 ? 1 : 0

/** The last cell of each row: what its tests need of a machine, or why there are none. */
async function readRemarks(): Promise<Map<string, string>> {
  const text = await readFile(path.join(ROOT, TABLE), 'utf8')
  return new Map(
    [...text.matchAll(/^\| ([FT]\d+) \|.*\| (.*?) ?\|$/gm)].map(([, row = '', cell = '']) => [
      row,
      cell,
    ]),
  )
}

function judge(tests: readonly Held[]): { outcome: keyof typeof counts; why: string } {
  const states = tests.map((one) => ({ ...one, state: stateOf(one) }))
  const missed = states.filter(({ state }) => state === 'failed' || state === 'missing')
  if (missed.length > 0) {
    const named = missed.map(({ file, words, state }) => `“${words}” of ${file} (${state})`)
    return { outcome: 'failed', why: named.join(', ') }
  }
  const left = states.filter(({ state }) => state !== 'passed').length
  if (states.length === 0) return { outcome: 'left out', why: 'no test' }
  if (left === states.length) return { outcome: 'left out', why: 'not run here' }
  return { outcome: 'passed', why: left === 0 ? '' : `but ${left} of ${states.length} left out` }
}

/** `not run` where no report has the file. */
function stateOf({ file, words }: Held): 'passed' | 'failed' | 'skipped' | 'missing' | 'not run' {
  const found = ran.filter(({ name }) => name === path.join(ROOT, file))
  if (found.length === 0) return 'not run'
  const statuses = found
    .flatMap(({ assertionResults }) => assertionResults)
    .filter(({ fullName }) => fullName.includes(words))
    .map(({ status }) => status)
  if (statuses.includes('failed')) return 'failed'
  if (statuses.includes('passed')) return 'passed'
  return statuses.length > 0 ? 'skipped' : 'missing'
}
