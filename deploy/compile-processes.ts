import { spawnSync } from 'node:child_process'
import path from 'node:path'
import { PROCESSES, startOf } from './processes.ts'

/**
 * Fills `NODE_COMPILE_CACHE` while the image is built: every process is started once without
 * settings, reads all its code, and refuses. With that cache a process starts in half the time and
 * does without the 25 MB that taking types out of TypeScript needs. It also proves that nothing
 * that a process imports was left out of the image.
 */

const START_MS = 30_000
/** How `parseEnv` begins what it says about settings that are missing. */
const REFUSAL = 'Invalid environment'

const { PATH, NODE_COMPILE_CACHE } = process.env
if (!NODE_COMPILE_CACHE) throw new Error('NODE_COMPILE_CACHE is missing: name the folder to fill')

// The entry of the image itself: without a name it says which ones there are.
start([path.join(import.meta.dirname, 'run-process.ts')], { PATH, NODE_COMPILE_CACHE }, 'known are')
for (const name of Object.keys(PROCESSES)) {
  const { args, env } = startOf([name], { PATH, NODE_COMPILE_CACHE })
  start(args, env, REFUSAL)
}

/** @throws {Error} unless the process ends with a sentence that has `expected` in it */
function start(args: readonly string[], env: NodeJS.ProcessEnv, expected: string): void {
  const { stderr } = spawnSync(process.execPath, args, { env, timeout: START_MS, encoding: 'utf8' })
  if (!stderr.includes(expected)) {
    throw new Error(`node ${args.join(' ')} did not ask for its settings:\n${stderr}`)
  }
}
