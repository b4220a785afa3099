import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { startOf } from '../processes.ts'

/**
 * Runs another process of the list at once and then every day: `run-daily backup`. A failed run is
 * repeated sooner. A cluster uses its own scheduler instead. A file says how the last run ended, for
 * the health check of the container.
 */

const DAY_MS = 24 * 60 * 60_000
const RETRY_MS = 15 * 60_000
const OUTCOME = path.join(tmpdir(), 'run-daily')

const stop = new AbortController()
for (const signal of ['SIGTERM', 'SIGINT'] as const) process.once(signal, () => stop.abort())

const { args, env } = startOf(process.argv.slice(2), process.env)
while (!stop.signal.aborted) {
  const succeeded = await run()
  await writeFile(OUTCOME, succeeded ? 'succeeded' : 'failed')
  await sleep(succeeded ? DAY_MS : RETRY_MS, undefined, { signal: stop.signal }).catch(() => {})
}

/** @returns whether it succeeded; a stop signal is passed on to it, and its end is awaited */
async function run(): Promise<boolean> {
  const child = spawn(process.execPath, args, { env, stdio: 'inherit' })
  const end = () => void child.kill('SIGTERM')
  stop.signal.addEventListener('abort', end)
  const [code] = await once(child, 'close')
  stop.signal.removeEventListener('abort', end)
  return code === 0
}
