import { type Kysely, sql, type Transaction } from 'kysely'
import type { Change } from '#shared/contracts/change.ts'
import type { PagePath, Revision, Tag } from '#shared/contracts/primitives.ts'
import type { Database } from './database.ts'

/** Changes kept for pages that are recorded late; a page older than all of them is made again. */
const SEEN_CHANGES = 10_000

/** What a page's making read, and as of when. */
export interface PageReads {
  /** The registry as it was before the model was read: another one knows another history. */
  registry: string
  build: string
  path: PagePath
  revision: Revision
  tags: readonly Tag[]
}

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
    await tx.deleteFrom('page').execute()
    await tx.deleteFrom('seen_change').execute()
    await tx
      .updateTable('follower')
      .set({ feed, revision, registry: sql<string>`gen_random_uuid()` })
      .execute()
  })
}

/** Marks every page, of every build, whose reads meet the changes. Doing it again changes nothing. */
export async function applyChanges(
  db: Kysely<Database>,
  changes: readonly Change[],
): Promise<void> {
  await db.transaction().execute(async (tx) => {
    const follower = await lockFollower(tx)
    for (const { revision, tags } of changes) {
      if (revision <= follower.revision) continue
      await tx.insertInto('seen_change').values({ revision, tags }).execute()
      await tx
        .updateTable('page')
        .set({ wanted_revision: revision })
        .where('tags', '&&', textArray(tags))
        .where('wanted_revision', '<', revision)
        .execute()
      await tx.updateTable('follower').set({ revision }).execute()
      await tx
        .deleteFrom('seen_change')
        .where('revision', '<=', revision - SEEN_CHANGES)
        .execute()
    }
  })
}

/**
 * Runs `publish` while this page is locked, with its reads on record.
 *
 * The reads are committed before anything is published, and the page counts as stale until the end:
 * whoever dies half-way leaves a page that will be made again, never one that no change can reach.
 * A change that came between the model and its recording makes the page stale at once.
 *
 * @param publish writes the page; told whether an equal or newer one was written already
 */
export async function recordPage(
  db: Kysely<Database>,
  reads: PageReads,
  page: { etag: string; bytes: number },
  publish: (before: { builtRevision: Revision }) => Promise<boolean>,
): Promise<{ stale: boolean }> {
  const { build, path, revision } = reads
  const tags = [...reads.tags]
  await db
    .insertInto('page')
    .values({ build, path, tags, wanted_revision: Math.max(1, revision) })
    .onConflict((conflict) =>
      conflict.columns(['build', 'path']).doUpdateSet({
        // Until it is published, changes to the old page's reads matter as well as to the new one's.
        tags: sql`array(select unnest(page.tags) union select unnest(excluded.tags))`,
        wanted_revision: sql`greatest(page.wanted_revision, excluded.wanted_revision)`,
      }),
    )
    .execute()

  return db.transaction().execute(async (tx) => {
    const follower = await tx
      .selectFrom('follower')
      .select(['registry', 'revision'])
      .forShare()
      .executeTakeFirstOrThrow()
    const before = await tx
      .selectFrom('page')
      .select(['built_revision', 'wanted_revision'])
      .where('build', '=', build)
      .where('path', '=', path)
      .forUpdate()
      .executeTakeFirst()
    if (!before || follower.registry !== reads.registry) return { stale: true }

    const published = await publish({ builtRevision: before.built_revision })
    if (!published) return { stale: before.wanted_revision > before.built_revision }

    const wanted = follower.revision > revision ? await newestMeeting(tx, tags, revision) : revision
    await tx
      .updateTable('page')
      .set({ tags, built_revision: revision, wanted_revision: wanted, ...page })
      .where('build', '=', build)
      .where('path', '=', path)
      .execute()
    return { stale: wanted > revision }
  })
}

/** The newest change after a revision that touches one of the tags, else the revision itself. */
async function newestMeeting(
  tx: Transaction<Database>,
  tags: Tag[],
  revision: Revision,
): Promise<Revision> {
  const { oldest, newest } = await tx
    .selectFrom('seen_change')
    .select(({ fn }) => [fn.min('revision').as('oldest'), fn.max('revision').as('newest')])
    .executeTakeFirstOrThrow()
  // Changes that are no longer kept may have touched it: better once too often.
  if (oldest === null || oldest > revision + 1) return Math.max(newest ?? 0, revision + 1)

  const { met } = await tx
    .selectFrom('seen_change')
    .select(({ fn }) => fn.max('revision').as('met'))
    .where('revision', '>', revision)
    .where('tags', '&&', textArray(tags))
    .executeTakeFirstOrThrow()
  return met ?? revision
}

/** Pages that should be newer than they are; the latest edits first, whatever large one goes on. */
export async function findStalePages(
  db: Kysely<Database>,
  build: string,
  limit: number,
): Promise<PagePath[]> {
  const pages = await db
    .selectFrom('page')
    .select('path')
    .where('build', '=', build)
    .whereRef('wanted_revision', '>', 'built_revision')
    .orderBy('wanted_revision', 'desc')
    .orderBy('path')
    .limit(limit)
    .execute()
  return pages.map(({ path }) => path)
}

/** A page that is no more; its address is looked up in content again when somebody asks. */
export async function forgetPage(
  db: Kysely<Database>,
  build: string,
  path: PagePath,
  unpublish: () => Promise<void>,
): Promise<void> {
  await db.transaction().execute(async (tx) => {
    await tx.deleteFrom('page').where('build', '=', build).where('path', '=', path).execute()
    await unpublish()
  })
}

async function lockFollower(tx: Transaction<Database>): Promise<Follower> {
  return tx
    .selectFrom('follower')
    .select(['registry', 'feed', 'revision'])
    .forUpdate()
    .executeTakeFirstOrThrow()
}

const textArray = (tags: readonly Tag[]) => sql<Tag[]>`${[...tags]}::text[]`
