import { setTimeout as sleep } from 'node:timers/promises'
import type { FastifyBaseLogger } from 'fastify'

const RETRY_MS = 1_000

export interface Repeated {
  /** The name of the work in log messages when it fails. */
  name: string
  /** Milliseconds between the end of one run and the beginning of the next. */
  pauseMs: number
  run(signal: AbortSignal): Promise<unknown>
}

/** Repeats the work until `signal` aborts, also after failures; logs each series of them once. */
export async function repeat(
  { name, pauseMs, run }: Repeated,
  log: Pick<FastifyBaseLogger, 'warn'>,
  signal: AbortSignal,
): Promise<void> {
  let failing = false
  while (!signal.aborted) {
    try {
      await run(signal)
      failing = false
      await sleep(pauseMs, undefined, { signal }).catch(() => {})
    } catch (error) {
      if (signal.aborted) return
      if (!failing) log.warn({ err: error }, `${name} failed; it will be retried`)
      failing = true
      await sleep(RETRY_MS, undefined, { signal }).catch(() => {})
    }
  }
}
