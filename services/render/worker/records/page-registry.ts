import { type Kysely, sql, type Transaction } from 'kysely'
import type { Change } from '#shared/contracts/change.ts'
import type { PagePath, Revision, Tag } from '#shared/contracts/primitives.ts'
import { parseTag, SHELL_TAG, type TagParts } from '#shared/contracts/tags.ts'
import { inTransaction, type Send } from '#shared/database/pg/in-transaction.ts'
import { LANES } from '#shared/queues/rebuild-queues.ts'
import { settleAll } from '#shared/settle-all.ts'
import { changesListing, MISSING } from '../../documents/listing.ts'
import type { RenderDatabase } from './database.ts'
import { queueNotifications } from './index-now-queue.ts'
import { announcePublished } from './published-signal.ts'
import { notePurges, purgeEverything } from './purge-queue.ts'
import { BULK_SLOTS } from './stale-pages.ts'

/** Changes kept for pages that are recorded late; a page older than all of them is made again. */
const SEEN_CHANGES = 10_000
/** Changes after which older ones are forgotten. */
const FORGET_EVERY = 100
/** If a change makes more pages stale than this, they are made in the bulk lane. */
const MANY_PAGES = 200
/**
 * Edited pages of one change that are made at once, each by itself: those that are most read. Batches
 * make more of them sooner: a hundred pages took five seconds one by one.
 */
const FIRST_PAGES = 10
/** The most read pages are made soon even when very many are stale. */
const HOT_PAGES = 100

/** Kinds of tags of what an editor has edited, as opposed to pages that only mention it. */
const EDITED = new Set(['article', 'info', 'address', 'author', 'slug', 'fact'])
/** The kind of tags that only files for robots read: no reader waits for them. */
const FOR_ROBOTS = 'sitemap'

const EDITS = LANES.indexOf('edits')
const KNOCK_ONS = LANES.indexOf('knock-ons')
const BULK = LANES.indexOf('bulk')

export interface Follower {
  /** Identifies this registry. Stored pages that were recorded in another one are not trusted. */
  registry: string
  feed: string | null
  revision: Revision
}

export async function loadFollower(db: Kysely<RenderDatabase>): Promise<Follower> {
  return selectFollower(db).executeTakeFirstOrThrow()
}

const selectFollower = (db: Kysely<RenderDatabase>) =>
  db.selectFrom('follower').select(['registry', 'feed', 'revision'])

/**
 * Deletes every page and begins to follow this history after the given revision. The registry gets
 * a new identity, so each store with pages of the former one will be detected and cleared.
 */
export async function resetRegistry(
  db: Kysely<RenderDatabase>,
  feed: string,
  revision: Revision,
): Promise<void> {
  await db.transaction().execute(async (tx) => {
    await lockFollower(tx)
    await sql`truncate page, page_reads, seen_change`.execute(tx)
    await tx.updateTable('build').set({ enlisted_at: null, enlist_after: null }).execute()
    await tx
      .updateTable('follower')
      .set({
        feed,
        revision,
        shell_revision: 0,
        shell_changed_at: null,
        registry: sql<string>`gen_random_uuid()`,
      })
      .execute()
    await purgeEverything(tx)
  })
}

/** A page of one of the kept builds. */
export interface PageOfBuild {
  build: string
  path: PagePath
}

/**
 * Marks every page of every build that reads a touched tag. Repeating it changes nothing.
 *
 * The commit need not be on disk at once: after a crash of the database the same changes are read
 * from content again.
 *
 * @returns the pages of the lane `edits`, which are to be made before all others, the most read first
 */
export async function applyChanges(
  db: Kysely<RenderDatabase>,
  feed: string,
  changes: readonly Change[],
): Promise<PageOfBuild[]> {
  return inTransaction(db, async (tx, send) => {
    const edited: PageOfBuild[] = []
    const follower = await lockFollower(tx)
    // Another worker has begun to follow another history meanwhile.
    if (follower.feed !== feed) return edited
    const news = changes.filter(({ revision }) => revision > follower.revision)
    for (const { revision, at, tags } of news) {
      send(tx.insertInto('seen_change').values({ revision, tags }))
      send(tx.updateTable('follower').set({ revision }))
      const [enlisted, readers] = await settleAll([
        enlistAddresses(tx, { revision, at, tags }),
        findReaders(tx, tags),
      ])
      const hot = await hottestOf(tx, readers)
      const placeOf = ({ path }: PageOfBuild) => hot.get(path) ?? hot.size
      const ordered = readers.toSorted((one, other) => placeOf(one) - placeOf(other))
      const lanes = lanesOf(ordered, hot)
      if (readers.length > 0) send(markReaders({ revision, at }, ordered, lanes))
      if (tags.includes(SHELL_TAG)) markEverything(send, { revision, at })
      edited.push(...enlisted, ...ordered.filter((_, place) => lanes[place] === EDITS))
    }
    const newest = news.at(-1)?.revision
    if (newest !== undefined && newest % FORGET_EVERY === 0) {
      send(tx.deleteFrom('seen_change').where('revision', '<=', newest - SEEN_CHANGES))
    }
    return edited
  })
}

/** Adds new addresses, so that their pages are made before the first reader asks. */
async function enlistAddresses(
  tx: Transaction<RenderDatabase>,
  { revision, at, tags }: Change,
): Promise<PageOfBuild[]> {
  // The name is a hash if the address is very long.
  const isAddress = ({ kind, name }: TagParts) => kind === 'address' && name.startsWith('/')
  const paths = tags.map(parseTag).flatMap((tag) => (isAddress(tag) ? tag.name : []))
  if (paths.length === 0) return []
  if (paths.length > MANY_PAGES) {
    // Too many to insert while editors wait: all paths are listed again in the background.
    await tx.updateTable('build').set({ enlisted_at: null, enlist_after: null }).execute()
    return []
  }
  const { rows } = await sql<PageOfBuild>`
    insert into page (build, path, wanted_revision, lane, stale_since)
    select build, path, ${revision}, ${EDITS}, ${at}
    from build, unnest(${paths}::text[]) as path
    where seen_at > now() - interval '1 hour'
    order by build, path
    on conflict do nothing
    returning build, path
  `.execute(tx)
  return rows
}

function markReaders(
  { revision, at }: Omit<Change, 'tags'>,
  readers: readonly PageOfBuild[],
  lanes: readonly number[],
) {
  return sql`
    with met as (
      select page.build, page.path, reader.lane
      from page join unnest(
        ${readers.map(({ build }) => build)}::text[],
        ${readers.map(({ path }) => path)}::text[],
        ${lanes}::smallint[]
      ) as reader(build, path, lane) using (build, path)
      where page.wanted_revision < ${revision}
      order by page.build, page.path
      for update of page
    )
    update page
    set wanted_revision = ${revision},
        retry_at = null,
        lane = least(case when wanted_revision > built_revision then page.lane end, met.lane),
        stale_since = coalesce(
          case when wanted_revision > built_revision then page.stale_since end, ${at}
        )
    from met
    where page.build = met.build and page.path = met.path
  `
}

interface PageReader extends PageOfBuild {
  /** Whether it reads one of the tags of `EDITED` kinds. */
  edited: boolean
  forPeople: boolean
}

/**
 * A statement of its own: Postgres overestimates how many pages read a tag, and in a join would
 * scan them all instead of using the index.
 */
async function findReaders(tx: Transaction<RenderDatabase>, tags: Tag[]): Promise<PageReader[]> {
  const meets = (some: Tag[]) => sql<boolean>`tags && ${some}::text[]`
  return tx
    .selectFrom('page_reads')
    .select([
      'build',
      'path',
      meets(tags.filter((tag) => EDITED.has(parseTag(tag).kind))).as('edited'),
      meets(tags.filter((tag) => parseTag(tag).kind !== FOR_ROBOTS)).as('forPeople'),
    ])
    .where(meets(tags))
    .execute()
}

/** The most read of these pages with their places, the first 0; none where few are to be made. */
async function hottestOf(
  tx: Transaction<RenderDatabase>,
  readers: readonly PageReader[],
): Promise<ReadonlyMap<PagePath, number>> {
  if (readers.length <= FIRST_PAGES) return new Map()
  const paths = readers.map(({ path }) => path)
  const hottest = await tx
    .selectFrom('heat')
    .select('path')
    .where('path', '=', sql<PagePath>`any(${paths}::text[])`)
    .orderBy('hits', 'desc')
    .orderBy('path')
    .limit(HOT_PAGES)
    .execute()
  return new Map(hottest.map(({ path }, place) => [path, place]))
}

/** @param readers the most read first */
function lanesOf(readers: readonly PageReader[], hot: ReadonlyMap<PagePath, number>): number[] {
  const isMany = readers.length > MANY_PAGES
  let first = FIRST_PAGES
  return readers.map(({ path, edited, forPeople }) => {
    if (!forPeople) return BULK
    if (edited && first-- > 0) return EDITS
    return isMany && !hot.has(path) ? BULK : KNOCK_ONS
  })
}

/** Marks only the hottest pages; all others are stale because their revision is older. */
function markEverything(send: Send<RenderDatabase>, { revision, at }: Omit<Change, 'tags'>): void {
  send(sql`
    update follower
    set shell_revision = ${revision},
        -- If some pages were behind already, their waiting time continues.
        shell_changed_at = case when ${anyBehindShell} then coalesce(shell_changed_at, ${at}) else ${at} end
  `)
  send(sql`
    update page
    set wanted_revision = ${revision}, lane = ${KNOCK_ONS}, stale_since = ${at}
    where has_shell and wanted_revision <= built_revision
      and path in (select path from heat order by hits desc, path limit ${HOT_PAGES})
  `)
}

/**
 * Whether any page of a build in use is older than the shell that was current until this change.
 * One index look-up per slot and build, however many pages there are.
 */
const anyBehindShell = sql<boolean>`exists (
  select from build, generate_series(0, ${BULK_SLOTS} - 1) as slot
  where build.seen_at > now() - interval '1 hour'
    and (
      select built_revision from page
      where page.build = build.build and page.slot = slot.slot
        and has_shell and wanted_revision <= built_revision
      order by built_revision
      limit 1
    ) < follower.shell_revision
)`

/** The key of the advisory lock that guards the follower's row. */
const FOLLOWER_LOCK = sql`hashtext('finlore follower')`

async function lockFollower(tx: Transaction<RenderDatabase>): Promise<Follower> {
  // Unlike row locks, advisory locks are granted in the order of the requests: otherwise a steady
  // series of recorders could keep changes out for ever.
  const [, follower] = await settleAll([
    sql`select pg_advisory_xact_lock(${FOLLOWER_LOCK})`.execute(tx),
    selectFollower(tx).forUpdate().executeTakeFirstOrThrow(),
  ])
  return follower
}

/** The follower, locked against changes until the end of the transaction; the lock is shared. */
export async function shareFollower(tx: Transaction<RenderDatabase>): Promise<Follower> {
  const [, follower] = await settleAll([
    sql`select pg_advisory_xact_lock_shared(${FOLLOWER_LOCK})`.execute(tx),
    selectFollower(tx).forShare().executeTakeFirstOrThrow(),
  ])
  return follower
}

export interface PageToForget extends PageOfBuild {
  revision: Revision
  /** Whether search engines hear of what editors change. */
  notifiesSearchEngines: boolean
}

/** Deletes a page that no longer exists; the next request for it asks content again. */
export async function forgetPage(
  db: Kysely<RenderDatabase>,
  { build, path, revision, notifiesSearchEngines }: PageToForget,
  unpublish: () => Promise<void>,
): Promise<void> {
  const former = await inTransaction(db, async (tx, send) => {
    const deleted = await tx
      .deleteFrom('page')
      .where('build', '=', build)
      .where('path', '=', path)
      // A page may have been published at this path since.
      .where('built_revision', '<=', revision)
      .returning('listing')
      .executeTakeFirst()
    if (!deleted) return undefined
    send(tx.deleteFrom('page_reads').where('build', '=', build).where('path', '=', path))
    await unpublish()
    notePurges(send, [path])
    announcePublished(send, build, [path])
    return deleted
  })
  if (notifiesSearchEngines && former && changesListing({ ...former, isNew: false }, MISSING)) {
    await queueNotifications(db, [{ path, listing: MISSING }])
  }
}
