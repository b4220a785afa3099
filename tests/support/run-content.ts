import { spawn } from 'node:child_process'
import { once } from 'node:events'
import path from 'node:path'
import { onTestFinished } from 'vitest'

const ROOT = path.resolve(import.meta.dirname, '../..')
const COMMAND = path.join(ROOT, 'services/content/content-command.ts')
const COMPILE_CACHE = path.join(ROOT, 'node_modules/.cache/node')

export interface ContentRun {
  stdout(): string
  stderr(): string
  /** @returns the exit code; `null` after a signal */
  ended: Promise<number | null>
  kill(signal: NodeJS.Signals): void
}

/** Starts one of the editors' tools as `npm run content` does. */
export function startContent(args: readonly string[], env: Record<string, string>): ContentRun {
  const child = spawn(process.execPath, [COMMAND, ...args], {
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
export async function runContent(args: readonly string[], env: Record<string, string>) {
  const run = startContent(args, env)
  const exitCode = await run.ended
  return { exitCode, stdout: run.stdout(), stderr: run.stderr() }
}
