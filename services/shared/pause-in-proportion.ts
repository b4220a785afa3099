import { setTimeout as sleep } from 'node:timers/promises'

/**
 * Makes work end with a pause in proportion to its duration, so that it does not keep a process
 * busy. It pauses after a failure too: repeated failures cost as much as successes. The signal ends
 * the pause.
 *
 * @param perWork the pause as a multiple of the work's duration
 * @param maxMs the longest pause
 */
export function pauseInProportion(
  work: (signal: AbortSignal) => Promise<void>,
  perWork: number,
  maxMs: number,
): (signal: AbortSignal) => Promise<void> {
  return async (signal) => {
    const startedAt = performance.now()
    try {
      await work(signal)
    } finally {
      const pauseMs = Math.min((performance.now() - startedAt) * perWork, maxMs)
      await sleep(pauseMs, undefined, { signal }).catch(() => {})
    }
  }
}
