import { type CleanUp, createCleanUp } from './clean-up.ts'
import { messageOf } from './message-of.ts'
import { onParentGone } from './parent-watch.ts'
import { StartError } from './start-error.ts'

/** A stop takes no longer than this, whatever hangs. */
const STOP_MS = 9_500

const complain = (line: string) => process.stderr.write(`${line}\n`)

/**
 * Runs a command from its beginning to its end, or until it is stopped, and ends the process.
 *
 * @param run `signal` is aborted, with what is to be said, when it is to stop
 * @param stopped what then has become of its work, as a sentence
 */
export async function runCommand(
  run: (cleanUp: CleanUp, signal: AbortSignal) => Promise<void>,
  { stopped }: { stopped: string },
): Promise<never> {
  const cleanUp = createCleanUp((error) => complain(`While stopping: ${messageOf(error)}`))
  const stop = new AbortController()
  for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const) {
    process.on(signal, () => stop.abort(new StartError(stopped)))
  }
  onParentGone(() => stop.abort(new StartError(stopped)))
  // A stop that hangs, or one before there is anything to stop.
  stop.signal.addEventListener('abort', () => setTimeout(() => process.exit(1), STOP_MS).unref())

  try {
    await run(cleanUp, stop.signal)
  } catch (error) {
    complain(messageOf(stop.signal.aborted ? stop.signal.reason : error))
    process.exitCode = 1
  }
  await cleanUp.run()
  process.exit()
}
