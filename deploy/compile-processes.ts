import { spawnSync } from 'node:child_process'
import path from 'node:path'
import { PROCESSES, startOf } from './processes.ts'

/**
 * Fills `NODE_COMPILE_CACHE` while the image is built: every process is started once without
 * settings, reads all its code, and refuses, or ends well if it needs none. With that cache a process
 * starts sooner and does without the memory that taking types out of TypeScript needs. It also proves
 * that nothing that a process imports was left out of the image.
 */

const START_MS = 30_000
/** Output of a process whose code was read completely, and that lacks only settings or a name. */
const REFUSAL = /Invalid environment:|known are:|Usage:/

const { PATH, NODE_COMPILE_CACHE } = process.env
if (!NODE_COMPILE_CACHE) throw new Error('NODE_COMPILE_CACHE is missing: name the folder to fill')

// The entry of the image itself: without a name it says which ones there are.
start([path.join(import.meta.dirname, 'run-process.ts')], {})
for (const name of Object.keys(PROCESSES)) {
  const { args, env } = startOf([name], {})
  start(args, env)
}

/**
 * @throws {Error} when the process does not end, or fails for another reason than missing settings
 */
function start(args: readonly string[], env: NodeJS.ProcessEnv): void {
  const { error, signal, status, stderr } = spawnSync(process.execPath, args, {
    env: { ...env, PATH, NODE_COMPILE_CACHE },
    timeout: START_MS,
    encoding: 'utf8',
  })
  if (error || signal || (status !== 0 && !REFUSAL.test(stderr))) {
    throw new Error(`node ${args.join(' ')} cannot be started: ${error ?? signal ?? stderr}`)
  }
}
