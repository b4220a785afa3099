import { setTimeout as sleep } from 'node:timers/promises'

const MINUTE_MS = 60_000

/**
 * Says when something may begin.
 *
 * @param most that may begin within any stretch of time as long as `windowMs`
 * @param windowMs in milliseconds
 */
export function createPace(most: number, windowMs = MINUTE_MS) {
  const begun: number[] = []
  let pausedUntil = 0
  return {
    /** Resolves when one more may begin; rejects when `signal` is aborted. */
    async untilAllowed(signal: AbortSignal): Promise<void> {
      for (;;) {
        signal.throwIfAborted()
        const now = performance.now()
        const freeAt = Math.max(pausedUntil, (begun.at(-most) ?? -windowMs) + windowMs)
        if (freeAt <= now) return void begun.push(now)
        await sleep(freeAt - now, undefined, { signal })
      }
    },
    /** Lets nothing begin for so many milliseconds. */
    pause(forMs: number): void {
      pausedUntil = Math.max(pausedUntil, performance.now() + forMs)
    },
  }
}
