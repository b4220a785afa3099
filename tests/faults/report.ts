import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { FAULTS, THREATS } from '../support/rows/fault-rows.ts'
import { findHolders, idsIn } from '../support/rows/find-holders.ts'

/**
 * Says of each row of README.md beside it whether the tests that hold it have passed, by the runner's
 * own reports: `node tests/faults/report.ts REPORT…`. Fails where one has failed, or where a report has
 * the file of a test and no test with the id of its row.
 */
interface Report {
  testResults: {
    /** Absolute, of a file. */
    name: string
    assertionResults: { fullName: string; status: string }[]
  }[]
}

const ROOT = path.resolve(import.meta.dirname, '../..')

const reports: Report[] = await Promise.all(
  process.argv.slice(2).map(async (file) => JSON.parse(await readFile(file, 'utf8'))),
)
const ran = reports
  .flatMap(({ testResults }) => testResults)
  .map(({ name, assertionResults }) => ({
    file: path.relative(ROOT, name),
    tests: assertionResults.map((one) => ({ ...one, ids: idsIn(one.fullName) })),
  }))
const { holders } = await findHolders()

const counts = { passed: 0, 'left out': 0, failed: 0 }
for (const [id, { note }] of Object.entries({ ...FAULTS.rows, ...THREATS.rows })) {
  const { outcome, why } = judge(id)
  counts[outcome] += 1
  const needs = outcome === 'failed' || why === '' ? '' : note
  process.stdout.write(`${[`${id}: ${outcome}`, why, needs].filter(Boolean).join(': ')}\n`)
}
process.stdout.write(
  `faults and threats: ${Object.entries(counts)
    .map(([outcome, count]) => `${count} ${outcome}`)
    .join(', ')}\n`,
)
process.exitCode = counts.failed > 0 ? 1 : 0

function judge(id: string): { outcome: keyof typeof counts; why: string } {
  const files = new Set(holders.filter(({ ids }) => ids.includes(id)).map(({ file }) => file))
  const states = [...files].flatMap((file) => statesIn(file, id))
  const missed = states.filter(({ state }) => state === 'failed' || state === 'missing')
  if (missed.length > 0) {
    return {
      outcome: 'failed',
      why: missed.map(({ what, state }) => `${what} (${state})`).join(', '),
    }
  }
  const left = states.filter(({ state }) => state !== 'passed').length
  if (left === states.length) return { outcome: 'left out', why: 'not run here' }
  return { outcome: 'passed', why: left === 0 ? '' : `but ${left} of ${states.length} left out` }
}

/** What became of each test of a file that holds a row; one state for a file that did not run. */
function statesIn(file: string, id: string): { what: string; state: string }[] {
  const found = ran.filter((one) => one.file === file)
  if (found.length === 0) return [{ what: file, state: 'not run' }]
  const tests = found.flatMap((one) => one.tests).filter(({ ids }) => ids.includes(id))
  if (tests.length === 0) return [{ what: `a test of ${file}`, state: 'missing' }]
  return tests.map(({ fullName, status }) => ({ what: `“${fullName}” of ${file}`, state: status }))
}
