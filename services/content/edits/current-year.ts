import { setTimeout as sleep } from 'node:timers/promises'
import type { Kysely } from 'kysely'
import { type Running, untilStopped } from '#shared/until-stopped.ts'
import { commitEdit, type Edit } from '../changes/commit-edit.ts'
import { ONLY } from '../changes/readings.ts'
import type { Database } from '../database/schema.ts'
import { saveSetting } from '../database/settings.ts'
import { loadYear, shownShell, YEAR_SETTING } from '../library/shell.ts'

const CHECK_MS = 60_000

/** Stores the year (UTC) if it is a new one. */
export async function saveYear(edit: Edit, now: Date): Promise<void> {
  const year = now.getUTCFullYear()
  if ((await loadYear(edit.tx)) === year) return
  await edit.track(shownShell, ONLY)
  await saveSetting(edit.tx, YEAR_SETTING, { year })
}

export interface Clock {
  now: () => Date
  /** How often it is looked at, in milliseconds. */
  everyMs: number
}

export const OWN_CLOCK: Clock = { now: () => new Date(), everyMs: CHECK_MS }

/** Checks the clock once a minute until stopped. Writes only when a new year has begun. */
export const scheduleYear = (
  db: Kysely<Database>,
  onFailure: (error: unknown) => void,
  clock = OWN_CLOCK,
): Running =>
  untilStopped(async (stopping) => {
    for (;;) {
      await sleep(clock.everyMs, undefined, { signal: stopping }).catch(() => {})
      if (stopping.aborted) return
      const now = clock.now()
      const stored = await loadYear(db).catch(() => now.getUTCFullYear())
      if (stored === now.getUTCFullYear()) continue
      await commitEdit(db, (edit) => saveYear(edit, now)).catch(onFailure)
    }
  })
