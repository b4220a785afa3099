import { setTimeout as sleep } from 'node:timers/promises'

export interface WaitOptions {
  timeoutMs: number
  signal?: AbortSignal
  /** Between two looks, in milliseconds. */
  pauseMs?: number
}

/** @throws {Error} naming what did not come in time, or the signal's reason */
export async function until(
  what: string,
  { timeoutMs, signal, pauseMs = 50 }: WaitOptions,
  condition: () => Promise<boolean>,
): Promise<void> {
  const deadline = performance.now() + timeoutMs
  while (!(await condition())) {
    signal?.throwIfAborted()
    if (performance.now() > deadline) throw new Error(`Not within ${timeoutMs / 1000} s: ${what}`)
    await sleep(pauseMs)
  }
}
