import { setInterval as every } from 'node:timers/promises'
import type { Kysely } from 'kysely'
import { ONLY } from '../changes/shown.ts'
import type { Database } from '../database/schema.ts'
import { saveSetting } from '../database/settings.ts'
import { commitEdit, type Edit } from '../editing/commit-edit.ts'
import { loadYear, shownShell, YEAR_SETTING } from './shell.ts'

const CHECK_MS = 60_000

/** Stores the year, in UTC, if it is a new one. */
export async function saveYear(edit: Edit, now: Date): Promise<void> {
  const year = now.getUTCFullYear()
  if ((await loadYear(edit.tx)) === year) return
  await edit.watch(shownShell, ONLY)
  await saveSetting(edit.tx, YEAR_SETTING, { year })
}

/** Looks at the clock once a minute until stopped; only a new year writes anything. */
export function keepYear(
  db: Kysely<Database>,
  onFailure: (error: unknown) => void,
): { stop(): Promise<void> } {
  const stopping = new AbortController()
  const keeping = lookAtClock(db, onFailure, stopping.signal)
  return {
    async stop() {
      stopping.abort()
      await keeping
    },
  }
}

async function lookAtClock(
  db: Kysely<Database>,
  onFailure: (error: unknown) => void,
  signal: AbortSignal,
): Promise<void> {
  try {
    for await (const _tick of every(CHECK_MS, undefined, { signal })) {
      const now = new Date()
      if ((await loadYear(db).catch(() => now.getUTCFullYear())) === now.getUTCFullYear()) continue
      await commitEdit(db, (edit) => saveYear(edit, now)).catch(onFailure)
    }
  } catch (error) {
    if (!signal.aborted) throw error
  }
}
