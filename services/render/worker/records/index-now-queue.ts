import { type Kysely, sql } from 'kysely'
import type { PagePath } from '#shared/contracts/primitives.ts'
import type { Listing } from '../../documents/listing.ts'
import type { RenderDatabase } from './database.ts'

/** The largest number of waiting addresses. Search engines find what is dropped by the site map. */
const MAX_WAITING = 10_000
/** How long sent notifications are remembered, so that two builds in use send only one. */
const SENT_STAY = '1 hour'

/** An address whose listing has changed, so that search engines should fetch it again. */
export interface ChangedListing {
  path: PagePath
  listing: Listing
}

/**
 * Adds addresses, except those that any build has already sent with the same listing. It is called
 * after the pages are published: what a process that is killed in between loses, the site map says.
 */
export async function queueNotifications(
  db: Kysely<RenderDatabase>,
  changed: readonly ChangedListing[],
): Promise<void> {
  await sql`
    insert into index_now_address (path, listing)
    select path, listing
    from jsonb_to_recordset(${JSON.stringify(changed)}::jsonb) as changed(path text, listing text)
    -- Always in the same order, so that concurrent statements cannot deadlock.
    order by path
    on conflict (path) do update
    set listing = excluded.listing, noted_at = now(), told_at = null
    where index_now_address.listing <> excluded.listing
  `.execute(db)
}

/** The right to send these addresses, of one worker at a time. */
export interface Lease {
  changed: ChangedListing[]
  /** Consecutive failures, of all workers together. */
  failures: number
}

export interface LeaseOptions {
  limit: number
  /** How long addresses wait, so that later ones are sent in the same call. */
  settleMs: number
  /** How long other workers wait unless `endLease` sets another time; longer than a call takes. */
  leaseMs: number
}

/** @returns `undefined` when there is nothing to send, it is too early, or another worker sends */
export async function takeLease(
  db: Kysely<RenderDatabase>,
  { limit, settleMs, leaseMs }: LeaseOptions,
): Promise<Lease | undefined> {
  return db.transaction().execute(async (tx) => {
    const state = await tx
      .selectFrom('index_now')
      .select('failures')
      .where('next_at', '<=', sql<string>`now()`)
      .forUpdate()
      .skipLocked()
      .executeTakeFirst()
    if (!state) return undefined
    const changed = await tx
      .selectFrom('index_now_address')
      .select(['path', 'listing'])
      .where('told_at', 'is', null)
      .where('noted_at', '<=', fromNow(-settleMs))
      .orderBy('noted_at')
      .orderBy('path')
      .limit(limit)
      .execute()
    if (changed.length === 0) return undefined
    await tx
      .updateTable('index_now')
      .set({ next_at: fromNow(leaseMs) })
      .execute()
    return { changed, failures: state.failures }
  })
}

/** Marks these as sent. An address whose listing has changed meanwhile stays waiting. */
export async function settleNotifications(
  db: Kysely<RenderDatabase>,
  sent: readonly ChangedListing[],
): Promise<void> {
  await sql`
    update index_now_address set told_at = now()
    from jsonb_to_recordset(${JSON.stringify(sent)}::jsonb) as sent(path text, listing text)
    where index_now_address.path = sent.path and index_now_address.listing = sent.listing
  `.execute(db)
}

/** Lets any worker take the next lease after a pause. */
export async function endLease(
  db: Kysely<RenderDatabase>,
  { failures, pauseMs }: { failures: number; pauseMs: number },
): Promise<void> {
  await db
    .updateTable('index_now')
    .set({ failures, next_at: fromNow(pauseMs) })
    .execute()
}

/** @returns how many were dropped without being sent: the oldest of too many */
export async function trimNotifications(
  db: Kysely<RenderDatabase>,
  maxWaiting = MAX_WAITING,
): Promise<number> {
  await db
    .deleteFrom('index_now_address')
    .where('told_at', '<', sql<string>`now() - ${SENT_STAY}::interval`)
    .execute()
  const { numDeletedRows } = await db
    .deleteFrom('index_now_address')
    .where('path', 'in', ({ selectFrom }) =>
      selectFrom('index_now_address')
        .select('path')
        .where('told_at', 'is', null)
        .orderBy('noted_at', 'desc')
        .orderBy('path', 'desc')
        .offset(maxWaiting)
        .forUpdate()
        .skipLocked(),
    )
    .executeTakeFirst()
  return Number(numDeletedRows)
}

export async function countNotifications(db: Kysely<RenderDatabase>): Promise<number> {
  const { waiting } = await db
    .selectFrom('index_now_address')
    .select(({ fn }) => fn.countAll<number>().as('waiting'))
    .where('told_at', 'is', null)
    .executeTakeFirstOrThrow()
  return waiting
}

const fromNow = (ms: number) => sql<string>`now() + ${ms} * interval '1 millisecond'`
