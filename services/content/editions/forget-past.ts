import { setTimeout as sleep } from 'node:timers/promises'
import { type Kysely, sql } from 'kysely'
import { type Running, untilStopped } from '#shared/until-stopped.ts'
import type { Database } from '../database/schema.ts'

/** How long the past is kept, in days; 0 for always. */
export interface KeptPast {
  KEEP_CHANGES_DAYS: number
  KEEP_EDITIONS_DAYS: number
}

/** The newest changes stay, however old: people ask which edit rebuilt a page. */
const KEPT_CHANGES = 1_000
/** Rows of one statement. */
const ROWS_AT_ONCE = 500
/** Milliseconds between two looks, and between two batches. */
const LOOK_MS = 3_600_000
const PAUSE_MS = 100

export interface Forgotten {
  changes: number
  editions: number
}

/**
 * Forgets one batch of what is older than it is kept. Followers that have not read a change start over,
 * as they would with another history.
 *
 * @returns how many rows of each there were
 */
export async function forgetBatch(db: Kysely<Database>, keep: KeptPast): Promise<Forgotten> {
  const changes = keep.KEEP_CHANGES_DAYS === 0 ? 0 : await forgetChanges(db, keep.KEEP_CHANGES_DAYS)
  const editions =
    keep.KEEP_EDITIONS_DAYS === 0 ? 0 : await forgetEditions(db, keep.KEEP_EDITIONS_DAYS)
  return { changes, editions }
}

const before = (days: number) => sql<string>`now() - make_interval(days => ${days}::int)`

async function forgetChanges(db: Kysely<Database>, days: number): Promise<number> {
  const { numDeletedRows } = await db
    .deleteFrom('change')
    .where('revision', 'in', (from) =>
      from
        .selectFrom('change')
        .select('revision')
        .where('at', '<', before(days))
        .where('revision', '<=', ({ selectFrom }) =>
          selectFrom('history').select(sql<number>`revision - ${KEPT_CHANGES}::int`.as('last')),
        )
        .orderBy('revision')
        .limit(ROWS_AT_ONCE),
    )
    .executeTakeFirst()
  return Number(numDeletedRows)
}

/** Editions that others have replaced, but for those that a draft or a file began from. */
const forgetEditions = (db: Kysely<Database>, days: number): Promise<number> =>
  db.transaction().execute(async (tx) => {
    await sql`select set_config('finlore.forgets_editions', 'on', true)`.execute(tx)
    const { numDeletedRows } = await tx
      .deleteFrom('edition')
      .where('id', 'in', (from) =>
        from
          .selectFrom('edition as past')
          .select('past.id')
          .where('past.state', '=', 'superseded')
          .where('past.ended_at', '<', before(days))
          .where(({ not, exists, selectFrom }) =>
            not(
              exists(
                selectFrom('draft')
                  .select('draft.id')
                  .whereRef('draft.article', '=', 'past.article')
                  .whereRef('draft.base', '=', 'past.tag'),
              ),
            ),
          )
          .where(({ not, exists, selectFrom }) =>
            not(
              exists(
                selectFrom('source_file')
                  .select('source_file.path')
                  .whereRef('source_file.base', '=', 'past.id'),
              ),
            ),
          )
          .orderBy('past.ended_at')
          .limit(ROWS_AT_ONCE),
      )
      .executeTakeFirst()
    return Number(numDeletedRows)
  })

interface ForgettingOptions {
  db: Kysely<Database>
  keep: KeptPast
  onForgotten(forgotten: Forgotten): void
  onFailure(error: unknown): void
}

/** Forgets what is older than it is kept, at once and every hour, until stopped. Replicas may do it together. */
export const forgetPast = ({ db, keep, onForgotten, onFailure }: ForgettingOptions): Running =>
  untilStopped(async (stopping) => {
    while (!stopping.aborted) {
      let isFull = false
      try {
        const forgotten = await forgetBatch(db, keep)
        const { changes, editions } = forgotten
        if (changes + editions > 0) onForgotten(forgotten)
        isFull = Math.max(changes, editions) === ROWS_AT_ONCE
      } catch (error) {
        onFailure(error)
      }
      await sleep(isFull ? PAUSE_MS : LOOK_MS, undefined, { signal: stopping }).catch(() => {})
    }
  })
