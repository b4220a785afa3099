import { setTimeout as sleep } from 'node:timers/promises'
import { isDatabaseOutage } from './database-outage.ts'

export interface TryAgainOptions {
  /** Most attempts, the first one included. */
  attempts?: number
  /** Called before each pause with the failure and the length of the pause. */
  onRetry?: ((error: Error, pauseMs: number) => void) | undefined
}

const ATTEMPTS = 6
/** Pause before the second attempt; each later pause is twice as long. */
const FIRST_PAUSE_MS = 500
/** Postgres: lock timeout, deadlock, serialization failure. */
const PASSING = new Set(['55P03', '40P01', '40001'])

/** Runs work that changes a schema, and repeats it after a failure that may be temporary. */
export async function tryAgain<Result>(
  work: () => Promise<Result>,
  { attempts = ATTEMPTS, onRetry }: TryAgainOptions,
): Promise<Result> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await work()
    } catch (error) {
      if (!(error instanceof Error) || attempt >= attempts || !mayPass(error)) throw error
      const pauseMs = FIRST_PAUSE_MS * 2 ** (attempt - 1)
      onRetry?.(error, pauseMs)
      await sleep(pauseMs)
    }
  }
}

/** Whether an error or one of its causes is temporary: a lock conflict, or an outage. */
export function mayPass(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  if (PASSING.has(String(Reflect.get(error, 'code'))) || isDatabaseOutage(error)) return true
  return mayPass(error.cause)
}

/** The message of an error, or its code: some refused connections have no message. */
export function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  return error.message || String(Reflect.get(error, 'code') ?? error.name)
}
