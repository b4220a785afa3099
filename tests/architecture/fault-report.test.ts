import { execFile } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { expect, onTestFinished, test } from 'vitest'

const ROOT = path.resolve(import.meta.dirname, '../..')

/** Of two rows of the table, of which each has one test. */
const FAILED_MIGRATION = 'migrations of which one fails half way leave nothing'
const LATE_MIGRATION = 'gives way to who reads a table, changes nothing meanwhile, and tries again'

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

test('the report on faults says of each row what became of its tests', async () => {
  const found = await report({
    'tests/integration/shared/database/migrations.test.ts': {
      [`migrate ${LATE_MIGRATION}`]: 'passed',
    },
    'tests/integration/shared/database/migration-fails.test.ts': {
      [`${FAILED_MIGRATION}, and more`]: 'skipped',
    },
  })
  expect(rows(found, 'F35', 'F36')).toEqual(['F35: passed', 'F36: left out: not run here'])
  expect(found.code).toBe(0)
})

test('the report on faults fails where a test has failed, or does not go by its name', async () => {
  const found = await report({
    'tests/integration/shared/database/migrations.test.ts': { [LATE_MIGRATION]: 'failed' },
    'tests/integration/shared/database/migration-fails.test.ts': { 'another name': 'passed' },
  })
  expect(rows(found, 'F35', 'F36')).toEqual([
    `F35: failed: “${LATE_MIGRATION}” of tests/integration/shared/database/migrations.test.ts (failed)`,
    `F36: failed: “${FAILED_MIGRATION}” of tests/integration/shared/database/migration-fails.test.ts (missing)`,
  ])
  expect(found.code).toBe(1)
})
