import { type Kysely, type RawBuilder, sql } from 'kysely'
import type { Instant, PagePath } from '#shared/contracts/primitives.ts'
import type { Send } from '#shared/database/pg/in-transaction.ts'
import type { RenderDatabase } from './database.ts'

/** In place of a path: all that a cache keeps of the site. */
export const EVERYTHING = ''

/**
 * Seconds from a purge to its repetition. An answer of before the change may be on its way while the
 * first is sent, and is kept after it. Longer than servers may take to notice anything: a page that
 * was published, or that answers may not be kept any more.
 */
const AGAIN_AFTER_SECONDS = 15

/**
 * Has every cache forget these pages, once the transaction of these statements is committed: by then
 * the new pages are stored, and servers are notified. Nothing is written where there is no cache, and
 * while caches may keep nothing for long: then they have been told to forget everything.
 */
export function notePurges(send: Send<RenderDatabase>, paths: readonly PagePath[]): void {
  if (paths.length > 0) send(insertPurges(paths, MAY_KEEP))
}

const MAY_KEEP = sql`exists (select from cdn_lease where answers is not null)`

/** Has every cache forget these pages, outside a transaction. */
export async function purgePages(
  db: Kysely<RenderDatabase>,
  paths: readonly PagePath[],
): Promise<void> {
  if (paths.length > 0) await insertPurges(paths, MAY_KEEP).execute(db)
}

/** Has every cache forget everything. */
export async function purgeEverything(db: Kysely<RenderDatabase>): Promise<void> {
  await insertPurges([EVERYTHING], sql`true`).execute(db)
}

const insertPurges = (
  paths: readonly (PagePath | typeof EVERYTHING)[],
  condition: RawBuilder<unknown>,
) => sql`
  insert into cdn_purge (target, path)
  select address, path from cdn_target, unnest(${paths}::text[]) as path
  where ${condition}
  -- Always in the same order, so that concurrent statements cannot deadlock.
  order by address, path
  on conflict (target, path) do update
  set changed_at = clock_timestamp(), due_at = now(), sent_once = false,
      waits_since = case when cdn_purge.sent_once then now() else cdn_purge.waits_since end
`

/** Makes the caches those of the settings. One that is new may have kept anything. */
export async function setPurgeTargets(
  db: Kysely<RenderDatabase>,
  addresses: readonly string[],
): Promise<void> {
  await db.transaction().execute(async (tx) => {
    const gone = tx.deleteFrom('cdn_target')
    await (addresses.length === 0 ? gone : gone.where('address', 'not in', addresses)).execute()
    if (addresses.length === 0) return
    const added = await tx
      .insertInto('cdn_target')
      .values(addresses.map((address) => ({ address })))
      .onConflict((conflict) => conflict.doNothing())
      .returning('address as target')
      .execute()
    if (added.length === 0) return
    await tx
      .insertInto('cdn_purge')
      .values(added.map(({ target }) => ({ target, path: EVERYTHING })))
      .execute()
  })
}

/** A purge that was taken to be sent. */
export interface TakenPurge {
  path: PagePath | typeof EVERYTHING
  /** When the page was changed last, as it was then; text, because a date would round it. */
  changedAt: string
}

/** The right to send these purges to one cache, of one worker at a time. */
export interface PurgeLease {
  purges: TakenPurge[]
  /** When they were taken, by the clock of Postgres. */
  takenAt: Instant
  /** Consecutive failures, of all workers together. */
  failures: number
}

/**
 * @param options.leaseSeconds after which another worker may send them, if this one is killed
 * @returns `undefined` when there is nothing to send, it is too early, or another worker sends
 */
export async function takePurges(
  db: Kysely<RenderDatabase>,
  target: string,
  { limit, leaseSeconds }: { limit: number; leaseSeconds: number },
): Promise<PurgeLease | undefined> {
  return db.transaction().execute(async (tx) => {
    const state = await tx
      .selectFrom('cdn_target')
      .select(['failures', sql<Instant>`clock_timestamp()::text`.as('takenAt')])
      .where('address', '=', target)
      .where('next_at', '<=', sql<string>`now()`)
      .where(({ exists, selectFrom }) =>
        exists(
          selectFrom('cdn_purge')
            .select('path')
            .where('target', '=', target)
            .where('due_at', '<=', sql<string>`now()`),
        ),
      )
      // Weaker than `for update`, which would wait for everybody who notes a purge.
      .forNoKeyUpdate()
      .skipLocked()
      .executeTakeFirst()
    if (!state) return undefined
    const purges = await tx
      .selectFrom('cdn_purge')
      .select(['path', sql<string>`changed_at::text`.as('changedAt')])
      .where('target', '=', target)
      .where('due_at', '<=', sql<string>`now()`)
      .orderBy('sent_once')
      // Everything comes first, because its path is empty.
      .orderBy(sql`path <> ''`)
      .orderBy('due_at')
      .limit(limit)
      .execute()
    if (purges.length === 0) return undefined
    await tx
      .updateTable('cdn_target')
      .set({ next_at: secondsFromNow(leaseSeconds) })
      .where('address', '=', target)
      .execute()
    return { purges, ...state }
  })
}

/**
 * Notes that these were sent: for the first time, which is repeated, or again. A page that was changed
 * meanwhile stays waiting. Whatever was changed before everything was purged is purged with it.
 */
export async function settlePurges(
  db: Kysely<RenderDatabase>,
  target: string,
  { purges, takenAt }: Pick<PurgeLease, 'purges' | 'takenAt'>,
): Promise<void> {
  const sent = JSON.stringify(purges)
  const locked = sql`
    select purge.path, purge.sent_once
    from cdn_purge as purge
    join jsonb_to_recordset(${sent}::jsonb) as sent(path text, "changedAt" timestamptz)
      on sent.path = purge.path and sent."changedAt" = purge.changed_at
    where purge.target = ${target}
    order by purge.path
    for update of purge
  `
  const isEverything = purges.some(({ path }) => path === EVERYTHING)
  await db.transaction().execute(async (tx) => {
    await sql`
      with locked as (${locked}),
      repeated as (
        delete from cdn_purge using locked
        where target = ${target} and cdn_purge.path = locked.path and locked.sent_once
      )
      update cdn_purge set sent_once = true, due_at = ${secondsFromNow(AGAIN_AFTER_SECONDS)}
      from locked
      where target = ${target} and cdn_purge.path = locked.path and not locked.sent_once
    `.execute(tx)
    if (isEverything) await dropPages(tx, target, sql`changed_at <= ${takenAt}::timestamptz`)
  })
}

/** Lets any worker take the next purges after a pause. */
export async function endPurges(
  db: Kysely<RenderDatabase>,
  target: string,
  { failures, pauseMs }: { failures: number; pauseMs: number },
): Promise<void> {
  await db
    .updateTable('cdn_target')
    .set({ failures, next_at: secondsFromNow(pauseMs / 1_000) })
    .where('address', '=', target)
    .execute()
}

/**
 * Where more pages wait than this, everything is purged in place of them.
 *
 * @returns how many pages waited, if that was too many
 */
export async function boundPurges(
  db: Kysely<RenderDatabase>,
  target: string,
  most: number,
): Promise<number> {
  const tooMany = await db
    .selectFrom('cdn_purge')
    .select('path')
    .where('target', '=', target)
    .where('sent_once', '=', false)
    .orderBy('due_at')
    .offset(most)
    .limit(1)
    .executeTakeFirst()
  if (!tooMany) return 0
  return db.transaction().execute(async (tx) => {
    const { oldest } = await tx
      .selectFrom('cdn_purge')
      .select(({ fn }) => fn.min('waits_since').as('oldest'))
      .where('target', '=', target)
      .where('sent_once', '=', false)
      .executeTakeFirstOrThrow()
    // Before any is dropped: a page that is noted after this statement began stays.
    await sql`
      insert into cdn_purge (target, path, waits_since) values (${target}, ${EVERYTHING}, ${oldest})
      on conflict (target, path) do update
      set changed_at = clock_timestamp(), due_at = now(), sent_once = false,
          waits_since = least(cdn_purge.waits_since, excluded.waits_since)
    `.execute(tx)
    return dropPages(tx, target, sql`changed_at <= now()`)
  })
}

/** Locked in the order of those who note purges, so that there is no deadlock. */
async function dropPages(db: Kysely<RenderDatabase>, target: string, which: RawBuilder<unknown>) {
  const { numAffectedRows } = await sql`
    with locked as (
      select path from cdn_purge
      where target = ${target} and path <> ${EVERYTHING} and ${which}
      order by path
      for update
    )
    delete from cdn_purge using locked
    where target = ${target} and cdn_purge.path = locked.path and ${which}
  `.execute(db)
  return Number(numAffectedRows ?? 0)
}

/** Seconds for which the oldest purge has not been sent once; 0 where all were. */
export async function oldestPurge(db: Kysely<RenderDatabase>, target: string): Promise<number> {
  const { age } = await db
    .selectFrom('cdn_purge')
    .select(
      sql<number | null>`extract(epoch from clock_timestamp() - min(waits_since))::float8`.as(
        'age',
      ),
    )
    .where('target', '=', target)
    .where('sent_once', '=', false)
    .executeTakeFirstOrThrow()
  return Math.max(0, age ?? 0)
}

const secondsFromNow = (seconds: number) => sql<string>`now() + ${seconds} * interval '1 second'`
