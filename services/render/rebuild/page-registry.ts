import { type Kysely, sql, type Transaction } from 'kysely'
import { type Change, SHELL_TAG } from '#shared/contracts/change.ts'
import type { PagePath, Revision, Tag } from '#shared/contracts/primitives.ts'
import { LANES } from '#shared/queues/rebuild-queues.ts'
import type { Database } from './database.ts'
import { announcePublished } from './published-signal.ts'

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
  return db
    .selectFrom('follower')
    .select(['registry', 'feed', 'revision'])
    .executeTakeFirstOrThrow()
}

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
    await sql`truncate page, seen_change`.execute(tx)
    await tx.updateTable('build').set({ enlisted_at: null, enlist_after: null }).execute()
    await tx
      .updateTable('follower')
      .set({ feed, revision, shell_revision: 0, registry: sql<string>`gen_random_uuid()` })
      .execute()
  })
}

/**
 * Marks every page, of every build, whose reads meet the changes. Doing it again changes nothing.
 *
 * The commit need not be on disk at once: after a crash of the database the same changes are read
 * again from content.
 */
export async function applyChanges(
  db: Kysely<Database>,
  feed: string,
  changes: readonly Change[],
): Promise<void> {
  await db.transaction().execute(async (tx) => {
    const follower = await lockFollower(tx)
    // Somebody else has begun to follow another history meanwhile.
    if (follower.feed !== feed) return
    const news = changes.filter(({ revision }) => revision > follower.revision)
    for (const { revision, tags } of news) {
      await tx.insertInto('seen_change').values({ revision, tags }).execute()
      await enlistAddresses(tx, revision, tags)
      await markReaders(tx, revision, tags)
      if (tags.includes(SHELL_TAG)) await markEverything(tx, revision)
    }
    const newest = news.at(-1)?.revision
    if (newest === undefined) return
    await tx.updateTable('follower').set({ revision: newest }).execute()
    if (newest % FORGET_EVERY !== 0) return
    await tx
      .deleteFrom('seen_change')
      .where('revision', '<=', newest - SEEN_CHANGES)
      .execute()
  })
}

/** What appears at an address is made at once, before the first reader asks. */
async function enlistAddresses(tx: Transaction<Database>, revision: Revision, tags: Tag[]) {
  const paths = tags.flatMap((tag) => ADDRESS.exec(tag)?.[1] ?? [])
  if (paths.length === 0) return
  if (paths.length > MANY_PAGES) {
    // More than anybody waits for: all paths are listed again in the background.
    await tx.updateTable('build').set({ enlisted_at: null, enlist_after: null }).execute()
    return
  }
  await sql`
    insert into page (build, path, tags, wanted_revision, lane)
    select build, path, '{}', ${revision}, ${EDITS}
    from build, unnest(${paths}::text[]) as path
    where seen_at > now() - interval '1 hour'
    order by build, path
    on conflict do nothing
  `.execute(tx)
}

async function markReaders(tx: Transaction<Database>, revision: Revision, tags: Tag[]) {
  const edited = tags.filter((tag) => EDITED.test(tag))
  const forPeople = tags.filter((tag) => !FOR_ROBOTS.test(tag))
  await sql`
    with met as (
      select build, path,
        tags && ${edited}::text[] as edited, tags && ${forPeople}::text[] as for_people
      from page
      where tags && ${tags}::text[] and wanted_revision < ${revision}
      order by build, path
      for update
    ),
    extent as (select count(*) as pages from met)
    update page
    set wanted_revision = ${revision},
        retry_at = null,
        lane = least(
          case when wanted_revision > built_revision then lane end,
          (case when pages > ${MANY_PAGES} or not met.for_people then ${BULK}::smallint
                when met.edited then ${EDITS}::smallint
                else ${KNOCK_ONS}::smallint end)
        )
    from met, extent
    where page.build = met.build and page.path = met.path
  `.execute(tx)
}

/** The hottest pages by their names, all others by the revision that they are behind. */
async function markEverything(tx: Transaction<Database>, revision: Revision) {
  await tx.updateTable('follower').set({ shell_revision: revision }).execute()
  await sql`
    update page
    set wanted_revision = ${revision}, lane = ${KNOCK_ONS}
    where has_shell and wanted_revision <= built_revision
      and path in (select path from heat order by hits desc, path limit ${HOT_PAGES})
  `.execute(tx)
}

/** Names the lock of the follower's row among those that Postgres keeps for applications. */
const FOLLOWER_LOCK = sql`hashtext('finlore follower')`

async function lockFollower(tx: Transaction<Database>): Promise<Follower> {
  // Unlike locks of rows, these are given in the order in which they are asked for: otherwise
  // recorders, one after the other, could keep changes out for ever.
  await sql`select pg_advisory_xact_lock(${FOLLOWER_LOCK})`.execute(tx)
  return tx
    .selectFrom('follower')
    .select(['registry', 'feed', 'revision'])
    .forUpdate()
    .executeTakeFirstOrThrow()
}

/** The follower as it stays until the end of the transaction; others may hold it as well. */
export async function shareFollower(tx: Transaction<Database>): Promise<Follower> {
  await sql`select pg_advisory_xact_lock_shared(${FOLLOWER_LOCK})`.execute(tx)
  return tx
    .selectFrom('follower')
    .select(['registry', 'feed', 'revision'])
    .forShare()
    .executeTakeFirstOrThrow()
}

/** A page that is no more; its address is looked up in content again when somebody asks. */
export async function forgetPage(
  db: Kysely<Database>,
  { build, path, revision }: { build: string; path: PagePath; revision: Revision },
  unpublish: () => Promise<void>,
): Promise<void> {
  await db.transaction().execute(async (tx) => {
    const { numDeletedRows } = await tx
      .deleteFrom('page')
      .where('build', '=', build)
      .where('path', '=', path)
      // It may have come to be since, and been published.
      .where('built_revision', '<=', revision)
      .executeTakeFirst()
    if (Number(numDeletedRows) === 0) return
    await unpublish()
    await announcePublished(tx, build, [path])
  })
}
