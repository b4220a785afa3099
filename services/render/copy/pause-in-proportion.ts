import { setTimeout as sleep } from 'node:timers/promises'

export interface Pause {
  /** So many times as long as the work took. */
  perWork: number
  /** However long it took, in milliseconds. */
  maxMs: number
}

/**
 * Makes work end with a pause in proportion to how long it took, so that it is not all that a process
 * does. It pauses after a failure too: what fails for long is as costly as what succeeds. The signal
 * ends the pause.
 */
export function pauseInProportion(
  work: (signal: AbortSignal) => Promise<void>,
  { perWork, maxMs }: Pause,
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
