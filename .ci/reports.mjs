import { readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'

/** How many of the files that took longest are named. */
const SLOWEST = 10

/**
 * Reads the reports of the test runner, in its JSON form:
 *
 * - `node reports.mjs failed REPORT` prints the files of failed tests, a line each.
 * - `node reports.mjs replace REPORT AGAIN` writes into REPORT what became of the files of AGAIN, and
 *   says which tests passed at the second try, and why they failed at the first.
 * - `node reports.mjs count REPORT…` prints how many tests of each kind ran and how long they took,
 *   which files took longest, and the sum of all tests.
 */
const [, , command, ...files] = process.argv
const reports = files.map((file) => JSON.parse(readFileSync(file, 'utf8')))

const say = (line) => process.stdout.write(`${line}\n`)
const hasFailed = ({ status }) => status === 'failed'
/** The outcome of each test of a file. A file that cannot be loaded counts as one failed test. */
const outcomes = (file) =>
  hasFailed(file) && !file.assertionResults.some(hasFailed)
    ? [...file.assertionResults, { status: 'failed', fullName: 'could not be loaded' }]
    : file.assertionResults
const secondsOf = ({ startTime, endTime }) => (endTime - startTime) / 1000
const nameOf = ({ name }) => path.relative(process.cwd(), name)

const commands = {
  failed([{ testResults }]) {
    for (const { name } of testResults.filter(hasFailed)) say(name)
  },

  replace([first, again]) {
    const second = new Map(again.testResults.map((file) => [file.name, file]))
    for (const file of first.testResults.filter(({ name }) => second.has(name))) {
      const stillFailed = new Set(
        outcomes(second.get(file.name))
          .filter(hasFailed)
          .map(({ fullName }) => fullName),
      )
      for (const { fullName, failureMessages = [] } of outcomes(file).filter(hasFailed)) {
        if (stillFailed.has(fullName)) continue
        const [cause] = (failureMessages[0] ?? file.message ?? 'unknown').split('\n')
        say(`ci: failed first and passed alone: ${fullName} (${nameOf(file)}): ${cause}`)
      }
    }
    const testResults = first.testResults.map((file) => second.get(file.name) ?? file)
    writeFileSync(files[0], JSON.stringify({ ...first, testResults }))
  },

  count(all) {
    const kinds = new Map()
    const sum = { passed: 0, failed: 0, skipped: 0 }
    const testFiles = all.flatMap(({ testResults }) => testResults)
    for (const file of testFiles) {
      const [, kind = 'unit'] = /\/tests\/(\w+)\//.exec(file.name) ?? []
      const counts = kinds.get(kind) ?? { ran: 0, left: 0, seconds: 0 }
      kinds.set(kind, counts)
      counts.seconds += secondsOf(file)
      for (const { status } of outcomes(file)) {
        const ran = status === 'passed' || status === 'failed'
        counts[ran ? 'ran' : 'left'] += 1
        sum[ran ? status : 'skipped'] += 1
      }
    }
    // Files run beside each other: their seconds are more than those of the clock.
    for (const [kind, { ran, left, seconds }] of kinds) {
      say(`ci: ${kind}: ${ran} ran, ${left} left out, ${Math.round(seconds)} s of its files`)
    }
    const slowest = testFiles.toSorted((a, b) => secondsOf(b) - secondsOf(a)).slice(0, SLOWEST)
    for (const file of slowest) say(`ci: ${secondsOf(file).toFixed(1)} s: ${nameOf(file)}`)
    say(`${sum.passed} passed, ${sum.failed} failed, ${sum.skipped} skipped`)
  },
}
commands[command](reports)
