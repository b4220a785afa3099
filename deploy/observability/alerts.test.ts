import { execFile } from 'node:child_process'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { promisify } from 'node:util'
import { describe, expect, onTestFinished, test } from 'vitest'
import { missingPromtool } from '../../tests/support/machine/promtool.ts'

const FOLDER = import.meta.dirname
/** A small machine with other tests beside it. */
const TIMEOUT_MS = 180_000

const run = promisify(execFile)
const promtool = (...args: string[]) => run('promtool', args, { cwd: FOLDER })

if (missingPromtool)
  process.stderr.write(`Left out: tests of the alert rules; ${missingPromtool}\n`)

describe.skipIf(missingPromtool)('promtool', () => {
  test('accepts the rules', async () => {
    const { stdout } = await promtool('check', 'rules', 'alerts.yaml')
    expect(stdout).toContain('SUCCESS')
  })

  test('accepts the scrape configuration', async () => {
    const { stdout } = await promtool('check', 'config', '--syntax-only', 'prometheus.yaml')
    expect(stdout).toContain('SUCCESS')
  })

  test(
    'passes the tests of the alerts: they fire when they should only',
    async () => {
      // It says what was expected and what it got in what it prints.
      const { stdout } = await promtool('test', 'rules', 'alerts.test.yaml').catch(
        (failure) => failure,
      )
      expect(stdout).toContain('SUCCESS')
    },
    TIMEOUT_MS,
  )

  test('accepts every expression of the dashboard', async () => {
    const { panels } = JSON.parse(await readFile(path.join(FOLDER, 'dashboard.json'), 'utf8'))
    const expressions: string[] = panels.flatMap(({ targets = [] }) =>
      targets.map(({ expr }: { expr: string }) => expr),
    )
    const rules = expressions.map((expr, at) => ({
      record: `panel:${at}`,
      // As Grafana fills them in.
      expr: expr.replaceAll('$site', 'finlore').replaceAll('$__rate_interval', '1m'),
    }))
    const folder = await mkdtemp(path.join(tmpdir(), 'finlore-dashboard-'))
    onTestFinished(() => rm(folder, { recursive: true }))
    const file = path.join(folder, 'panels.yaml')
    // JSON is YAML.
    await writeFile(file, JSON.stringify({ groups: [{ name: 'panels', rules }] }))

    const { stdout } = await promtool('check', 'rules', file)
    expect(stdout).toContain(`SUCCESS: ${expressions.length} rules found`)
  })
})
