import { describeRetry } from '../../services/shared/database/try-again.ts'

/** Tells the person at the terminal what is waited for. */
export function sayRetry(error: Error, pauseMs: number): void {
  process.stderr.write(`${describeRetry(error, pauseMs)}\n`)
}
