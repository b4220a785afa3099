import { setTimeout as sleep } from 'node:timers/promises'
import { isDatabaseOutage } from './database-outage.ts'

export interface TryAgainOptions {
  /** How often it is tried at most. */
  attempts?: number
  /** Told why it failed and how long it waits, before it is tried again. */
  onRetry?: ((error: Error, pauseMs: number) => void) | undefined
}

const ATTEMPTS = 6
/** Before the second attempt; then twice as long each time. */
const FIRST_PAUSE_MS = 500
/** Postgres: a lock that was not to be had in time, a deadlock, transactions that got in each other's way. */
const PASSING = new Set(['55P03', '40P01', '40001'])

/** Does what changes a schema, and again where what failed may be over in a moment. */
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

/** Whether an error, or what caused it, says that others are in the way or the database is away. */
export function mayPass(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  if (PASSING.has(String(Reflect.get(error, 'code'))) || isDatabaseOutage(error)) return true
  return mayPass(error.cause)
}

/** What an error says; some connections are refused without a word. */
export function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  return error.message || String(Reflect.get(error, 'code') ?? error.name)
}
