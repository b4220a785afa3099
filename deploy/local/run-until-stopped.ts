import { setTimeout as sleep } from 'node:timers/promises'
import { type CleanUp, createCleanUp } from './clean-up.ts'
import { messageOf } from './message-of.ts'
import { onParentGone } from './parent-watch.ts'

/** A stop takes no longer than this, whatever hangs. */
const STOP_MS = 9_500
/** A start that is under way when it is stopped may come to where it can be undone. */
const START_ENDS_MS = 1_000

export const say = (line: string): void => void process.stdout.write(`${line}\n`)
export const complain = (line: string): void => void process.stderr.write(`${line}\n`)

/**
 * Starts what then runs by itself until it is stopped, and ends the process: with exit code 1
 * when it could not be started, and 0 otherwise.
 *
 * @param sayFailure says why it could not be started; on standard error unless given
 */
export async function runUntilStopped(
  start: (cleanUp: CleanUp) => Promise<void>,
  sayFailure: (why: string) => Promise<void> | void = complain,
): Promise<never> {
  const cleanUp = createCleanUp((error) => complain(`While stopping: ${messageOf(error)}`))
  const stop = Promise.withResolvers<number>()
  // Asking again while it stops changes nothing.
  for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const) {
    process.on(signal, () => stop.resolve(0))
  }
  onParentGone(() => stop.resolve(0))

  const starting = start(cleanUp).catch(async (error: unknown) => {
    await sayFailure(messageOf(error))
    stop.resolve(1)
  })
  const exitCode = await stop.promise
  const giveUp = setTimeout(() => process.exit(exitCode), STOP_MS)
  await Promise.race([starting, sleep(START_ENDS_MS)])
  await cleanUp.run()
  clearTimeout(giveUp)
  process.exit(exitCode)
}
