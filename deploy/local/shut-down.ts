import { setTimeout as sleep } from 'node:timers/promises'

/** Fast shutdown, then immediate shutdown, each with the time it is given. */
const STOPS: readonly [NodeJS.Signals, number][] = [
  ['SIGINT', 6_000],
  ['SIGQUIT', 2_000],
]
const POLL_MS = 10

/**
 * Tells a Postgres server to end, and waits for its end, 8 seconds at most.
 *
 * @param send sends it a signal
 * @returns whether it has ended
 */
export async function shutDown(
  send: (signal: NodeJS.Signals) => void,
  isRunning: () => boolean,
): Promise<boolean> {
  for (const [signal, patienceMs] of STOPS) {
    if (!isRunning()) return true
    send(signal)
    const deadline = Date.now() + patienceMs
    while (isRunning() && Date.now() < deadline) await sleep(POLL_MS)
  }
  return !isRunning()
}
