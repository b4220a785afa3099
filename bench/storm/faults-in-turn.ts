import { setTimeout as sleep } from 'node:timers/promises'
import type { FallibleProcess } from '../../tests/faults/fallible.ts'
import type { Say } from '../support/bench-report.ts'

/** The kill of one process, and how it recovered. */
export interface Fault {
  part: string
  /** Seconds from the beginning of the storm to the end of its restart. */
  backAt: number
  /**
   * From the start of another process in its place until that serves, in milliseconds; infinite
   * when it does not.
   */
  startMs: number
  /** From then until all acknowledged edits were shown, in milliseconds. */
  rightMs: number
}

export interface FaultsOptions {
  parts: ReadonlyMap<string, FallibleProcess>
  /** Seconds in which faults happen; every process is killed once even if it takes longer. */
  seconds: number
  /** Waits until the site is right. @returns milliseconds */
  untilRight(): Promise<number>
  say: Say
  signal: AbortSignal
}

/** Time until a supervisor would start the process again. */
const DOWN_MS = 1_000
const LONGEST_PAUSE_MS = 20_000
const TYPICAL_FAULT_MS = 6_000

/**
 * Kills one process after the other with SIGKILL, each after the site has recovered from the last.
 */
export async function failInTurn(options: FaultsOptions): Promise<Fault[]> {
  const { parts, seconds, untilRight, say, signal } = options
  const startedAt = performance.now()
  const elapsed = () => (performance.now() - startedAt) / 1_000
  const share = (seconds * 1_000) / (2 * parts.size) - TYPICAL_FAULT_MS
  const pauseMs = Math.min(LONGEST_PAUSE_MS, Math.max(0, share))
  const faults: Fault[] = []
  do {
    for (const [part, { kill, start }] of parts) {
      if (faults.length >= parts.size && elapsed() > seconds) break
      await sleep(pauseMs, undefined, { signal })
      await kill()
      await sleep(DOWN_MS, undefined, { signal })
      const startMs = await timeOf(start)
      const backAt = elapsed()
      const rightMs = await untilRight()
      faults.push({ part, backAt, startMs, rightMs })
      say(`${part} killed: it served after ${ms(startMs)}, and all was right ${ms(rightMs)} later`)
    }
  } while (elapsed() < seconds)
  return faults
}

/** @returns milliseconds; `Infinity` when it fails, which the report then shows */
async function timeOf(start: () => Promise<void>): Promise<number> {
  const startedAt = performance.now()
  return start().then(
    () => performance.now() - startedAt,
    () => Number.POSITIVE_INFINITY,
  )
}

const ms = (value: number) => `${Math.round(value)} ms`
