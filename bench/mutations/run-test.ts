import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFile, rm } from 'node:fs/promises'
import path from 'node:path'
import type { GuardedPlaces } from '../../tests/mutations/guarded-places.ts'

/** A mutant may wait for ever: its test is red then. */
const TEST_MS = { unit: 10_000, integration: 60_000 }
const WHOLE_MS = 180_000

/** What became of the test; `broken` when it did not run, so that nothing was proved. */
export type Outcome = 'green' | 'red' | 'broken'

interface Results {
  testResults: { assertionResults: { status: string; title: string }[] }[]
}

/** Runs one test in a copy of the code. */
export async function runTest(
  root: string,
  [file, words]: GuardedPlaces['test'],
  signal: AbortSignal,
): Promise<{ outcome: Outcome; said: string }> {
  signal.throwIfAborted()
  const kind = file.startsWith('tests/integration/') ? 'integration' : 'unit'
  const results = path.join(root, 'mutation-results.json')
  await rm(results, { force: true })
  const child = spawn(
    process.execPath,
    [
      ...[path.join(root, 'node_modules/vitest/vitest.mjs'), 'run', file, '--project', kind],
      ...['--testNamePattern', escapePattern(words), '--testTimeout', String(TEST_MS[kind])],
      ...['--maxWorkers', '1', '--reporter', 'json', '--outputFile', results],
    ],
    { cwd: root, stdio: ['ignore', 'pipe', 'pipe'], timeout: WHOLE_MS },
  )
  let said = ''
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (text: string) => {
      said += text
    })
  }
  const stop = () => void child.kill('SIGTERM')
  signal.addEventListener('abort', stop)
  await once(child, 'close')
  signal.removeEventListener('abort', stop)
  signal.throwIfAborted()
  return { outcome: await judge(results, words), said }
}

async function judge(results: string, words: string): Promise<Outcome> {
  const text = await readFile(results, 'utf8').catch(() => undefined)
  if (text === undefined) return 'broken'
  const { testResults }: Results = JSON.parse(text)
  const named = testResults
    .flatMap(({ assertionResults }) => assertionResults)
    .filter(({ title, status }) => title.includes(words) && /^(?:passed|failed)$/.test(status))
  if (named.some(({ status }) => status === 'failed')) return 'red'
  return named.length > 0 ? 'green' : 'broken'
}

const escapePattern = (words: string) => words.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&')
