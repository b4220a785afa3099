import { reasonOf } from './try-again.ts'

/** Tells the person at the terminal what failed and when it is tried again. */
export function sayRetry(error: Error, pauseMs: number): void {
  process.stderr.write(`${reasonOf(error)}; trying again in ${pauseMs / 1_000} s\n`)
}
