import { type Kysely, sql, type Transaction } from 'kysely'
import { type Change, SHELL_TAG } from '#shared/contracts/change.ts'
import type { PagePath, Revision, Tag } from '#shared/contracts/primitives.ts'
import { inTransaction, type Send } from '#shared/database/in-transaction.ts'
import { LANES } from '#shared/queues/rebuild-queues.ts'
import { together } from '#shared/together.ts'
import { isNews, MISSING } from '../index-now/listing.ts'
import { noteNews } from '../index-now/news-table.ts'
import type { Database } from './database.ts'
import { announcePublished } from './published-signal.ts'
import { BULK_SLOTS } from './stale-pages.ts'

/** Changes kept for pages that are recorded late; a page older than all of them is made again. */
const SEEN_CHANGES = 10_000
/** Changes after which older ones are forgotten. */
const FORGET_EVERY = 100
/** A change that makes more pages stale than this has no claim to be quick. */
const MANY_PAGES = 200
/** What readers ask for most is made again soon even when everything is to be made again. */
const HOT_PAGES = 100

/** What an editor has just edited, as against the pages that only mention it. */
const EDITED = /^(?:article|info|address|author|slug):/
/** Read by files for robots only: nobody waits for them. */
const FOR_ROBOTS = /^sitemap:/
const ADDRESS = /^address:(\/.*)$/

const EDITS = LANES.indexOf('edits')
const KNOCK_ONS = LANES.indexOf('knock-ons')
const BULK = LANES.indexOf('bulk')

export interface Follower {
  /** Names this registry: stored pages that were recorded in another one are not to be trusted. */
  registry: string
  feed: string | null
  revision: Revision
}

export async function loadFollower(db: Kysely<Database>): Promise<Follower> {
  return selectFollower(db).executeTakeFirstOrThrow()
}

const selectFollower = (db: Kysely<Database>) =>
  db.selectFrom('follower').select(['registry', 'feed', 'revision'])

/**
 * Forgets every page and begins to follow this history after the given revision. It is another
 * registry from now on, so every store with pages of the former one will be found and cleared.
 */
export async function resetRegistry(
  db: Kysely<Database>,
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
  })
}

/** A page of one of the builds that pages are kept of. */
export interface PageOfBuild {
  build: string
  path: PagePath
}

/**
 * Marks every page, of every build, whose reads meet the changes. Doing it again changes nothing.
 *
 * The commit need not be on disk at once: after a crash of the database the same changes are read
 * again from content.
 *
 * @returns those that were edited themselves and are to be made before all others
 */
export async function applyChanges(
  db: Kysely<Database>,
  feed: string,
  changes: readonly Change[],
): Promise<PageOfBuild[]> {
  return inTransaction(db, async (tx, send) => {
    const edited: PageOfBuild[] = []
    const follower = await lockFollower(tx)
    // Somebody else has begun to follow another history meanwhile.
    if (follower.feed !== feed) return edited
    const news = changes.filter(({ revision }) => revision > follower.revision)
    for (const { revision, at, tags } of news) {
      send(tx.insertInto('seen_change').values({ revision, tags }))
      send(tx.updateTable('follower').set({ revision }))
      const [enlisted, readers] = await together([
        enlistAddresses(tx, { revision, at, tags }),
        findReaders(tx, tags),
      ])
      const lanes = readers.map((reader) => laneOf(reader, readers.length))
      if (readers.length > 0) send(markReaders({ revision, at }, readers, lanes))
      if (tags.includes(SHELL_TAG)) markEverything(send, { revision, at })
      edited.push(...enlisted, ...readers.filter((_, place) => lanes[place] === EDITS))
    }
    const newest = news.at(-1)?.revision
    if (newest !== undefined && newest % FORGET_EVERY === 0) {
      send(tx.deleteFrom('seen_change').where('revision', '<=', newest - SEEN_CHANGES))
    }
    return edited
  })
}

/** What appears at an address is made at once, before the first reader asks. */
async function enlistAddresses(
  tx: Transaction<Database>,
  { revision, at, tags }: Change,
): Promise<PageOfBuild[]> {
  const paths = tags.flatMap((tag) => ADDRESS.exec(tag)?.[1] ?? [])
  if (paths.length === 0) return []
  if (paths.length > MANY_PAGES) {
    // More than anybody waits for: all paths are listed again in the background.
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
  /** Whether it reads of what an editor has just edited. */
  edited: boolean
  forPeople: boolean
}

/**
 * In a statement of its own: Postgres cannot foresee how few pages read a tag, and would sooner go
 * through all of them than look these up.
 */
async function findReaders(tx: Transaction<Database>, tags: Tag[]): Promise<PageReader[]> {
  const meets = (some: Tag[]) => sql<boolean>`tags && ${some}::text[]`
  return tx
    .selectFrom('page_reads')
    .select([
      'build',
      'path',
      meets(tags.filter((tag) => EDITED.test(tag))).as('edited'),
      meets(tags.filter((tag) => !FOR_ROBOTS.test(tag))).as('forPeople'),
    ])
    .where(meets(tags))
    .execute()
}

function laneOf({ edited, forPeople }: PageReader, readers: number): number {
  if (readers > MANY_PAGES || !forPeople) return BULK
  return edited ? EDITS : KNOCK_ONS
}

/** The hottest pages by their names, all others by the revision that they are behind. */
function markEverything(send: Send<Database>, { revision, at }: Omit<Change, 'tags'>): void {
  send(sql`
    update follower
    set shell_revision = ${revision},
        -- Where headers change faster than all pages are made, the wait goes on.
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
 * Whether a page of a build that is in use is behind the header that there was until now. One look at
 * the index for each slot of a build, however many pages there are.
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

/** Names the lock of the follower's row among those that Postgres keeps for applications. */
const FOLLOWER_LOCK = sql`hashtext('finlore follower')`

async function lockFollower(tx: Transaction<Database>): Promise<Follower> {
  // Unlike locks of rows, these are given in the order in which they are asked for: otherwise
  // recorders, one after the other, could keep changes out for ever.
  const [, follower] = await together([
    sql`select pg_advisory_xact_lock(${FOLLOWER_LOCK})`.execute(tx),
    selectFollower(tx).forUpdate().executeTakeFirstOrThrow(),
  ])
  return follower
}

/** The follower as it stays until the end of the transaction; others may hold it as well. */
export async function shareFollower(tx: Transaction<Database>): Promise<Follower> {
  const [, follower] = await together([
    sql`select pg_advisory_xact_lock_shared(${FOLLOWER_LOCK})`.execute(tx),
    selectFollower(tx).forShare().executeTakeFirstOrThrow(),
  ])
  return follower
}

export interface PageToForget extends PageOfBuild {
  revision: Revision
  /** Whether search engines are told of what editors change. */
  noteNews: boolean
}

/** A page that is no more; its address is looked up in content again when somebody asks. */
export async function forgetPage(
  db: Kysely<Database>,
  { build, path, revision, noteNews: isTold }: PageToForget,
  unpublish: () => Promise<void>,
): Promise<void> {
  await inTransaction(db, async (tx, send) => {
    const former = await tx
      .deleteFrom('page')
      .where('build', '=', build)
      .where('path', '=', path)
      // It may have come to be since, and been published.
      .where('built_revision', '<=', revision)
      .returning('listing')
      .executeTakeFirst()
    if (!former) return
    send(tx.deleteFrom('page_reads').where('build', '=', build).where('path', '=', path))
    await unpublish()
    const isGone = isTold && isNews({ ...former, isNew: false }, MISSING)
    if (isGone) send(noteNews([{ path, listing: MISSING }]))
    announcePublished(send, build, [path])
  })
}
