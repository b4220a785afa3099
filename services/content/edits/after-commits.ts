import { setTimeout as sleep } from 'node:timers/promises'
import { type Running, untilStopped } from '#shared/until-stopped.ts'
import type { ChangeSignal } from '../changes/change-signal.ts'

/** How often a replica checks when nothing is committed. */
export const LOOK_MS = 60_000
/** The wait after a failure, and while another replica does the work. */
export const RETRY_MS = 5_000

/** What wakes work after each commit, and who hears of its failures. */
export interface Commits {
  signal: ChangeSignal
  onFailure: (error: unknown) => void
}

interface AfterCommits extends Commits {
  /** Milliseconds from a commit to the check, so that the edited page is rebuilt first. */
  delayMs: number
  /** @returns milliseconds after which to check again when nothing is committed */
  check(stopping: AbortSignal): Promise<number>
}

/** Checks after every commit what is to be done, also after failures, until stopped. */
export function afterCommits({ signal, delayMs, check, onFailure }: AfterCommits): Running {
  return untilStopped(async (stopping) => {
    while (!stopping.aborted) {
      const waitMs = await check(stopping).catch((error) => {
        onFailure(error)
        return RETRY_MS
      })
      // A commit since the last check is found after the next one, or after the timeout.
      if (!stopping.aborted) await signal.wait(waitMs, stopping)
      await sleep(delayMs, undefined, { signal: stopping }).catch(() => {})
    }
  })
}
