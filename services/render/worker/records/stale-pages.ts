import { type Kysely, type RawBuilder, sql } from 'kysely'
import type { PagePath } from '#shared/contracts/primitives.ts'
import { LANES, type Lane } from '#shared/queues/rebuild-queues.ts'
import type { RenderDatabase } from './database.ts'

/** How long a page that could not be made is left before it is tried again. */
const RETRY_AFTER = '30 seconds'

/** Stale pages of a lane, the latest edits first. */
export async function findStalePages(
  db: Kysely<RenderDatabase>,
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
 * The first path of each batch of a lane's stale pages in path order. Batches never overlap, so
 * workers on different batches do not wait for each other.
 */
export async function findStaleBatches(
  db: Kysely<RenderDatabase>,
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
  db: Kysely<RenderDatabase>,
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

function staleIn(db: Kysely<RenderDatabase>, build: string, lane: Lane) {
  return db
    .selectFrom('page')
    .where('build', '=', build)
    .where('lane', '=', LANES.indexOf(lane))
    .whereRef('wanted_revision', '>', 'built_revision')
    .where(notPostponed)
}

/**
 * Number of slots into which the bulk lane is split, by a hash of the path that the table itself
 * computes. Slots never overlap, so workers can take all of them at once.
 */
export const BULK_SLOTS = 4

export interface BulkShare {
  /** 0 to `BULK_SLOTS - 1`. */
  slot: number
  /** Paths up to this one have just been processed. */
  after: PagePath | ''
  limit: number
}

/** Stale pages of the bulk lane in path order; if there are none, pages with an older shell. */
export async function findBulkPages(
  db: Kysely<RenderDatabase>,
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
  // Pages leave this index as they are made, so the next ones are always at its beginning.
  const behind = await behindShell(db, build)
    .select('path')
    .where('slot', '=', slot)
    .orderBy('built_revision')
    .limit(limit)
    .execute()
  return behind.map(({ path }) => path)
}

/** The slots that have pages to make. */
export async function findBulkSlots(db: Kysely<RenderDatabase>, build: string): Promise<number[]> {
  const ofSlot = sql.ref('slot.slot')
  // Ordered, so that Postgres uses an index. Without an order it assumes that a row is found soon,
  // and scans the whole table when there is none.
  const marked = staleIn(db, build, 'bulk').select('path').orderBy('path')
  const behind = behindShell(db, build).select('path').orderBy('built_revision')
  const { rows } = await sql<{ slot: number }>`
    select slot from generate_series(0, ${BULK_SLOTS} - 1) as slot
    where (${marked.whereRef('page.slot', '=', ofSlot).limit(1)}) is not null
       or (${behind.whereRef('page.slot', '=', ofSlot).limit(1)}) is not null
  `.execute(db)
  return rows.map(({ slot }) => slot)
}

function behindShell(db: Kysely<RenderDatabase>, build: string) {
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

/** Postpones pages that cannot be made for a reason of their own, so as not to delay others. */
export async function postponePages(
  db: Kysely<RenderDatabase>,
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
 * Marks pages to be made and written again, whatever the registry says of them.
 *
 * @returns how many of them were not stale already
 */
export async function makeAgain(
  db: Kysely<RenderDatabase>,
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
    // A page that is already stale is made again anyway.
    .whereRef('wanted_revision', '<=', 'built_revision')
    .executeTakeFirst()
  return Number(numUpdatedRows)
}

export interface RebuildState {
  /** Pages on record. */
  pages: number
  /** Stale pages, by the lane in which they will be made. */
  stale: Readonly<Record<Lane, number>>
}

/**
 * All pages, and those among them that are stored without compressed forms. The cost grows with the
 * number of pages.
 */
export async function countRecordedPages(
  db: Kysely<RenderDatabase>,
  build: string,
): Promise<{ pages: number; plain: number }> {
  return db
    .selectFrom('page')
    .select(({ fn }) => [
      fn.countAll<number>().as('pages'),
      fn.countAll<number>().filterWhere('plain', '=', true).as('plain'),
    ])
    .where('build', '=', build)
    .executeTakeFirstOrThrow()
}

export interface StalePages {
  /** How many, by the lane in which they will be made. */
  stale: RebuildState['stale']
  /**
   * Seconds since the oldest edit that a page of each lane does not show yet; 0 where there is
   * none. For pages with an older shell: for how long there have been such pages without a break.
   */
  ages: Readonly<Record<Lane, number>>
}

/** The cost grows with the number of stale pages only. */
export async function measureStalePages(
  db: Kysely<RenderDatabase>,
  build: string,
): Promise<StalePages> {
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

/** By the clock of Postgres, which also dates the edits. */
const secondsSince = (since: RawBuilder<unknown>) =>
  sql<number>`extract(epoch from clock_timestamp() - ${since})::float8`
