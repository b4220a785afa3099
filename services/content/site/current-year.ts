import { setInterval as every } from 'node:timers/promises'
import type { Kysely } from 'kysely'
import { tags } from '../changes/tags.ts'
import type { Reader } from '../database/reader.ts'
import type { Database } from '../database/schema.ts'
import { commitEdit, type Edit } from '../editing/commit-edit.ts'

const YEAR_SETTING = 'year'
const CHECK_MS = 60_000

/**
 * The year of the copyright line. It is stored, so that a page model depends on the database alone
 * and a new year is a change like any other, which the pages that show it hear about.
 */
export async function loadYear(db: Reader): Promise<number> {
  const row = await db
    .selectFrom('setting')
    .select('value')
    .where('name', '=', YEAR_SETTING)
    .executeTakeFirst()
  return Number(Reflect.get(Object(row?.value), 'year') ?? 0)
}

/** Stores the year, in UTC, if it is a new one. */
export async function saveYear(edit: Edit, now: Date): Promise<void> {
  const year = now.getUTCFullYear()
  if ((await loadYear(edit.tx)) === year) return
  const value = JSON.stringify({ year })
  await edit.tx
    .insertInto('setting')
    .values({ name: YEAR_SETTING, value })
    .onConflict((conflict) => conflict.column('name').doUpdateSet({ value }))
    .execute()
  edit.touch(tags.site)
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
