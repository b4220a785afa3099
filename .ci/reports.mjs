import { readFileSync, writeFileSync } from 'node:fs'

/**
 * Reads the reports of the test runner, in its JSON form:
 *
 * - `node reports.mjs failed REPORT` prints the files of failed tests, a line each.
 * - `node reports.mjs replace REPORT AGAIN` writes into REPORT what became of the files of AGAIN, and
 *   says which tests passed at the second try.
 * - `node reports.mjs count REPORT…` prints how many tests of each kind ran, and the sum of all.
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
      for (const { fullName } of outcomes(file).filter(hasFailed)) {
        if (stillFailed.has(fullName)) continue
        say(`ci: failed first and passed alone: ${fullName} (${file.name})`)
      }
    }
    const testResults = first.testResults.map((file) => second.get(file.name) ?? file)
    writeFileSync(files[0], JSON.stringify({ ...first, testResults }))
  },

  count(all) {
    const kinds = new Map()
    const sum = { passed: 0, failed: 0, skipped: 0 }
    for (const file of all.flatMap(({ testResults }) => testResults)) {
      const [, kind = 'unit'] = /\/tests\/(\w+)\//.exec(file.name) ?? []
      const counts = kinds.get(kind) ?? { ran: 0, left: 0 }
      kinds.set(kind, counts)
      for (const { status } of outcomes(file)) {
        const ran = status === 'passed' || status === 'failed'
        counts[ran ? 'ran' : 'left'] += 1
        sum[ran ? status : 'skipped'] += 1
      }
    }
    for (const [kind, { ran, left }] of kinds) say(`ci: ${kind}: ${ran} ran, ${left} left out`)
    say(`${sum.passed} passed, ${sum.failed} failed, ${sum.skipped} skipped`)
  },
}
commands[command](reports)
