import { spawn } from 'node:child_process'
import { once } from 'node:events'
import path from 'node:path'

/**
 * `npm run check`: everything that can be said about the code without running the site. With
 * `--no-tests` without the tests of its architecture, for those who run them with all others.
 */

const BIN = path.resolve(import.meta.dirname, '../node_modules')
const CHECKS: readonly [string, string, ...string[]][] = [
  ['types', 'typescript/bin/tsc', '-p', 'tsconfig.json'],
  ['types of web', 'typescript/bin/tsc', '-p', 'web/tsconfig.json'],
  ['types of the benches', 'typescript/bin/tsc', '-p', 'bench/tsconfig.json'],
  // It runs beside the page, where there is no document.
  ['types of the worker', 'typescript/bin/tsc', '-p', 'web/src/service-worker/tsconfig.json'],
  ['lint and format', '@biomejs/biome/bin/biome', 'ci', '--error-on-warnings', '--colors=off', '.'],
  ['architecture', 'vitest/vitest.mjs', 'run', '--project', 'architecture', '--reporter', 'dot'],
]
const PARTS = '../tests/parts/check-parts.ts'
const LINT = ['../services/content/content-command.ts', 'lint', '--all-locales'] as const

const isWithoutTests = process.argv.includes('--no-tests')
let failed = 0
for (const check of CHECKS) {
  if (!isWithoutTests || check[0] !== 'architecture') await run(check)
}
await run(['licences of parts', PARTS])
await run(['content', ...LINT])
process.exitCode = failed === 0 ? 0 : 1

async function run([name, script, ...args]: readonly [string, string, ...string[]]): Promise<void> {
  const started = performance.now()
  const child = spawn(process.execPath, [path.join(BIN, script), ...args], {
    cwd: path.resolve(import.meta.dirname, '..'),
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let output = ''
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (text: string) => {
      output += text
    })
  }
  const [code] = await once(child, 'close')
  const seconds = ((performance.now() - started) / 1000).toFixed(1)
  process.stdout.write(`${code === 0 ? 'ok    ' : 'FAILED'} ${name} (${seconds} s)\n`)
  // Warnings are the editors' affair: only how many there are. The list of parts is a file.
  const [outcome = ''] = output.trimEnd().split('\n').slice(-1)
  if (code === 0 && / (?:warnings?|parts)\b/.test(outcome))
    process.stdout.write(`       ${outcome}\n`)
  if (code === 0) return
  failed += 1
  process.stdout.write(`${output.trimEnd()}\n`)
}
