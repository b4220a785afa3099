import { spawn } from 'node:child_process'
import { once } from 'node:events'
import path from 'node:path'
import { onTestFinished } from 'vitest'

const ROOT = path.resolve(import.meta.dirname, '../../..')
const COMPILE_CACHE = path.join(ROOT, 'node_modules/.cache/node')

export interface EntryRun {
  stdout(): string
  stderr(): string
  /** @returns the exit code; `null` after a signal */
  ended: Promise<number | null>
  kill(signal: NodeJS.Signals): void
}

/**
 * Starts a process of the site as the image does, with nothing in its environment but what is given.
 *
 * @param entry from the root of the repository, or an absolute one of another version
 */
export function startEntry(
  entry: string,
  args: readonly string[],
  env: Record<string, string>,
): EntryRun {
  const child = spawn(process.execPath, [path.resolve(ROOT, entry), ...args], {
    env: { PATH: process.env.PATH, NODE_COMPILE_CACHE: COMPILE_CACHE, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  onTestFinished(() => void child.kill('SIGKILL'))
  const said = { stdout: '', stderr: '' }
  for (const name of ['stdout', 'stderr'] as const) {
    child[name].setEncoding('utf8').on('data', (chunk: string) => {
      said[name] += chunk
    })
  }
  return {
    stdout: () => said.stdout,
    stderr: () => said.stderr,
    // Closed only when all it said has been read.
    ended: once(child, 'close').then(([code]) => code),
    kill: (signal) => void child.kill(signal),
  }
}

/** Runs one to its end. */
export async function runEntry(...given: Parameters<typeof startEntry>) {
  const run = startEntry(...given)
  const code = await run.ended
  return { code, stdout: run.stdout(), stderr: run.stderr() }
}
