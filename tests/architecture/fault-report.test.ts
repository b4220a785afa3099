import { execFile } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { describe, expect, onTestFinished, test } from 'vitest'

const ROOT = path.resolve(import.meta.dirname, '../..')

const LATE = 'tests/integration/shared/database/migrations.test.ts'
const FAILED = 'tests/integration/shared/database/migration-fails.test.ts'

/** @param tests by file, the status of each name */
async function report(tests: Record<string, Record<string, string>>) {
  const folder = await mkdtemp(path.join(tmpdir(), 'finlore-report-'))
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  const testResults = Object.entries(tests).map(([file, names]) => ({
    name: path.join(ROOT, file),
    assertionResults: Object.entries(names).map(([fullName, status]) => ({ fullName, status })),
  }))
  const file = path.join(folder, 'results.json')
  await writeFile(file, JSON.stringify({ testResults }))
  const { promise, resolve } = Promise.withResolvers<{ code: number; lines: string[] }>()
  const script = path.join(ROOT, 'tests/faults/report.ts')
  execFile(process.execPath, [script, file], (error, stdout) =>
    resolve({ code: error ? 1 : 0, lines: stdout.split('\n') }),
  )
  return promise
}

const rows = ({ lines }: { lines: string[] }, ...names: string[]) =>
  lines.filter((line) => names.some((name) => line.startsWith(`${name}:`)))

describe('the report on faults', () => {
  test('says of each row what became of the tests with its id, also of those of a group', async () => {
    const found = await report({
      [LATE]: { 'migrate waits for a lock [F35]': 'passed' },
      [FAILED]: { 'migrations [F36, T1] leave nothing': 'skipped' },
    })
    expect(rows(found, 'F35', 'F36')).toEqual(['F35: passed', 'F36: left out: not run here'])
    expect(found.code).toBe(0)
  })

  test('fails where a test has failed, or where no test of a file has the id', async () => {
    const found = await report({
      [LATE]: { 'waits for a lock [F35]': 'failed' },
      [FAILED]: { 'leave nothing [F3]': 'passed' },
    })
    expect(rows(found, 'F35', 'F36')).toEqual([
      `F35: failed: “waits for a lock [F35]” of ${LATE} (failed)`,
      `F36: failed: a test of ${FAILED} (missing)`,
    ])
    expect(found.code).toBe(1)
  })
})
