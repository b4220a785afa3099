import { type Kysely, type RawBuilder, sql } from 'kysely'
import type { PagePath } from '#shared/contracts/primitives.ts'
import { LANES, type Lane } from '#shared/queues/rebuild-queues.ts'
import type { Database } from './database.ts'

/** A page that could not be made is left alone for so long; then it is tried again. */
const RETRY_AFTER = '30 seconds'

/** Pages of a lane that should be newer than they are, the latest edits first. */
export async function findStalePages(
  db: Kysely<Database>,
  build: string,
  lane: Lane,
  limit: number,
): Promise<PagePath[]> {
  const pages = await staleIn(db, build, lane)
    .select('path')
    .orderBy('wanted_revision', 'desc')
    .orderBy('path')
    .limit(limit)
    .execute()
  return pages.map(({ path }) => path)
}

/**
 * Where batches of a lane's pages begin when these are taken in path order, so that whoever works on
 * one batch meets nobody who works on another.
 */
export async function findStaleBatches(
  db: Kysely<Database>,
  build: string,
  lane: Lane,
  { size, limit }: { size: number; limit: number },
): Promise<PagePath[]> {
  const { rows } = await sql<{ path: PagePath }>`
    select path
    from (${staleIn(db, build, lane).select(['path', sql`row_number() over (order by path)`.as('place')])}) as stale
    where place % ${size} = ${1 % size}
    order by path
    limit ${limit}
  `.execute(db)
  return rows.map(({ path }) => path)
}

/** The stale pages of a lane from this one on, in path order. */
export async function findStaleFrom(
  db: Kysely<Database>,
  build: string,
  lane: Lane,
  { from, limit }: { from: PagePath; limit: number },
): Promise<PagePath[]> {
  const pages = await staleIn(db, build, lane)
    .select('path')
    .where('path', '>=', from)
    .orderBy('path')
    .limit(limit)
    .execute()
  return pages.map(({ path }) => path)
}

function staleIn(db: Kysely<Database>, build: string, lane: Lane) {
  return db
    .selectFrom('page')
    .where('build', '=', build)
    .where('lane', '=', LANES.indexOf(lane))
    .whereRef('wanted_revision', '>', 'built_revision')
    .where(notPostponed)
}

/**
 * Shares into which the bulk lane is split: the hash of a path decides, in the table itself. Shares
 * never overlap, so all may be worked on at once, by whomever.
 */
export const BULK_SLOTS = 4

export interface BulkShare {
  /** 0 to `BULK_SLOTS - 1`. */
  slot: number
  /** Paths up to this one were looked at a moment ago. */
  after: PagePath | ''
  limit: number
}

/** Pages of the bulk lane in path order, then those that show an older header, footer or menu. */
export async function findBulkPages(
  db: Kysely<Database>,
  build: string,
  { slot, after, limit }: BulkShare,
): Promise<PagePath[]> {
  const marked = await staleIn(db, build, 'bulk')
    .select('path')
    .where('slot', '=', slot)
    .where('path', '>', after)
    .orderBy('path')
    .limit(limit)
    .execute()
  if (marked.length > 0) return marked.map(({ path }) => path)
  // Those leave the index as they are made, so its beginning is always the next.
  const behind = await behindShell(db, build)
    .select('path')
    .where('slot', '=', slot)
    .orderBy('built_revision')
    .limit(limit)
    .execute()
  return behind.map(({ path }) => path)
}

/** The slots that have something to do. */
export async function findBulkSlots(db: Kysely<Database>, build: string): Promise<number[]> {
  const ofSlot = sql.ref('slot.slot')
  // The first in the order of an index, and not any one: Postgres takes "any" for soon found, and
  // looks through the whole table when there is none.
  const marked = staleIn(db, build, 'bulk').select('path').orderBy('path')
  const behind = behindShell(db, build).select('path').orderBy('built_revision')
  const { rows } = await sql<{ slot: number }>`
    select slot from generate_series(0, ${BULK_SLOTS} - 1) as slot
    where (${marked.whereRef('page.slot', '=', ofSlot).limit(1)}) is not null
       or (${behind.whereRef('page.slot', '=', ofSlot).limit(1)}) is not null
  `.execute(db)
  return rows.map(({ slot }) => slot)
}

function behindShell(db: Kysely<Database>, build: string) {
  return db
    .selectFrom('page')
    .where('build', '=', build)
    .where('has_shell', '=', true)
    .whereRef('wanted_revision', '<=', 'built_revision')
    .where('built_revision', '<', ({ selectFrom }) =>
      selectFrom('follower').select('shell_revision'),
    )
    .where(notPostponed)
}

const notPostponed = sql<boolean>`(retry_at is null or retry_at < now())`

/** Puts pages off that could not be made for a reason of their own, so that others get their turn. */
export async function postponePages(
  db: Kysely<Database>,
  build: string,
  paths: readonly PagePath[],
): Promise<void> {
  await db
    .updateTable('page')
    .set({ retry_at: sql`now() + ${RETRY_AFTER}::interval` })
    .where('build', '=', build)
    .where('path', 'in', paths)
    .execute()
}

/**
 * Has pages made and written again, whatever the record says of them.
 *
 * @returns how many that were not to be made anyway
 */
export async function makeAgain(
  db: Kysely<Database>,
  build: string,
  paths: readonly PagePath[],
): Promise<number> {
  if (paths.length === 0) return 0
  const { numUpdatedRows } = await db
    .updateTable('page')
    .set({
      wanted_revision: sql<number>`greatest(wanted_revision, built_revision + 1)`,
      lane: LANES.indexOf('bulk'),
      stale_since: sql<string>`now()`,
      etag: '',
    })
    .where('build', '=', build)
    .where('path', 'in', paths)
    // One that is just being made anew needs no help.
    .whereRef('wanted_revision', '<=', 'built_revision')
    .executeTakeFirst()
  return Number(numUpdatedRows)
}

export interface RebuildState {
  /** Pages on record. */
  pages: number
  /** Pages that should be newer, by the lane in which they will be made. */
  stale: Readonly<Record<Lane, number>>
}

export async function countPages(db: Kysely<Database>, build: string): Promise<RebuildState> {
  const pages = await countRecordedPages(db, build)
  const { stale } = await measureStalePages(db, build)
  return { pages, stale }
}

/** Costs as much as there are pages. */
export async function countRecordedPages(db: Kysely<Database>, build: string): Promise<number> {
  const { pages } = await db
    .selectFrom('page')
    .select(({ fn }) => fn.countAll<number>().as('pages'))
    .where('build', '=', build)
    .executeTakeFirstOrThrow()
  return pages
}

export interface StalePages {
  /** How many, by the lane in which they will be made. */
  stale: RebuildState['stale']
  /**
   * Seconds since the oldest edit that a page of each lane does not show yet; 0 where there is none.
   * Of pages behind the header: for how long there have been such pages without a break.
   */
  ages: Readonly<Record<Lane, number>>
}

/** Costs as much as there are stale pages, however many others there are. */
export async function measureStalePages(db: Kysely<Database>, build: string): Promise<StalePages> {
  const marked = await db
    .selectFrom('page')
    .select(({ fn }) => [
      'lane',
      fn.countAll<number>().as('pages'),
      secondsSince(sql`min(stale_since)`).as('age'),
    ])
    .where('build', '=', build)
    .whereRef('wanted_revision', '>', 'built_revision')
    .groupBy('lane')
    .execute()
  const behind = await behindShell(db, build)
    .select(({ fn }) => fn.countAll<number>().as('pages'))
    .executeTakeFirstOrThrow()
  const shell =
    behind.pages > 0
      ? await db
          .selectFrom('follower')
          .select(secondsSince(sql`shell_changed_at`).as('age'))
          .executeTakeFirst()
      : undefined
  const inLane = (lane: Lane) => {
    const row = marked.find((row) => row.lane === LANES.indexOf(lane))
    return { pages: row?.pages ?? 0, age: row?.age ?? 0 }
  }
  const [edits, knockOns, bulk] = [inLane('edits'), inLane('knock-ons'), inLane('bulk')]
  return {
    stale: { edits: edits.pages, 'knock-ons': knockOns.pages, bulk: bulk.pages + behind.pages },
    ages: {
      edits: edits.age,
      'knock-ons': knockOns.age,
      bulk: Math.max(bulk.age, shell?.age ?? 0),
    },
  }
}

/** Postgres's clock says when an edit was made, and how long ago that is. */
const secondsSince = (since: RawBuilder<unknown>) =>
  sql<number>`extract(epoch from clock_timestamp() - ${since})::float8`
