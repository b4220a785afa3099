import { type Kysely, sql, type Transaction } from 'kysely'
import type { ContentClient } from '#shared/clients/content-client.ts'
import { NOT_FOUND_PATH } from '#shared/contracts/page.ts'
import type { PagePath } from '#shared/contracts/primitives.ts'
import { LANES } from '#shared/queues/rebuild-queues.ts'
import { feedPaths } from '../../documents/feeds/feed-addresses.ts'
import { SHELL_PATH } from '../../documents/shell-files.ts'
import { SITEMAP_PATH } from '../../documents/sitemap-xml.ts'
import { staticQueriesOf } from '../../documents/static-queries.ts'
import type { RenderDatabase } from './database.ts'
import { loadMostRead } from './heat.ts'
import { loadFollower, shareFollower } from './page-registry.ts'

/** Content, as far as the list of all pages needs it. */
export type EnlistedContent = Pick<ContentClient, 'listPaths' | 'loadSitemap' | 'loadPageModels'>

/** Paths recorded in one transaction. */
const PATHS_PER_TRANSACTION = 1_000
/** How many of the most read pages, and of the first in the list, are made first. */
const FIRST_PAGES = 200

/**
 * Records the next part of the pages that this build does not have yet, so that they count as stale
 * and are made in the background. Continues where this or another worker stopped.
 *
 * @returns how many paths this part had, and whether all are recorded
 */
export async function enlistPages(
  db: Kysely<RenderDatabase>,
  build: string,
  content: EnlistedContent,
): Promise<{ listed: number; complete: boolean }> {
  const { registry } = await loadFollower(db)
  const known = await loadBuild(db, build)
  if (known.enlisted_at !== null) return { listed: 0, complete: true }

  const after = known.enlist_after ?? undefined
  const hottest = after === undefined ? await loadMostRead(db, FIRST_PAGES) : []
  const { paths, next } = await content.listPaths(after, PATHS_PER_TRANSACTION)
  const names = paths.map(({ path }) => path)
  const first = after === undefined ? names.slice(0, FIRST_PAGES) : []
  const shared = next === null ? await sharedFiles(content) : []

  const written = await db.transaction().execute(async (tx) => {
    const follower = await shareFollower(tx)
    // The registry was reset meanwhile, and so is the list.
    if (follower.registry !== registry) return false
    await insertPages(tx, build, [...hottest, ...first, ...shared], names)
    await tx
      .updateTable('build')
      .set({
        enlist_after: next,
        enlisted_at: next === null ? sql<string>`now()` : null,
      })
      .where('build', '=', build)
      .where('enlist_after', 'is not distinct from', known.enlist_after)
      .execute()
    return true
  })
  const complete = written && next === null
  // The statistics of Postgres may still be those of an empty table.
  if (complete) await sql`analyze page`.execute(db)
  return { listed: written ? paths.length : 0, complete }
}

/** Starts the list from its beginning again, which finds pages that no change announced. */
export async function enlistAgain(db: Kysely<RenderDatabase>, build: string): Promise<void> {
  await db
    .updateTable('build')
    .set({ enlisted_at: null, enlist_after: null })
    .where('build', '=', build)
    .execute()
}

/** Records that a process is using this build now. */
export async function touchBuild(db: Kysely<RenderDatabase>, build: string): Promise<void> {
  await db
    .insertInto('build')
    .values({ build, enlisted_at: null, enlist_after: null })
    .onConflict((conflict) => conflict.column('build').doUpdateSet({ seen_at: sql`now()` }))
    .execute()
}

async function loadBuild(db: Kysely<RenderDatabase>, build: string) {
  return db
    .selectFrom('build')
    .select(['enlisted_at', 'enlist_after'])
    .where('build', '=', build)
    .executeTakeFirstOrThrow()
}

/** Stored files that are not pages: files that pages share, feeds, and files for robots. */
async function sharedFiles(content: EnlistedContent): Promise<PagePath[]> {
  const { entries } = await content.loadSitemap(SITEMAP_PATH)
  const { shell } = await content.loadPageModels([NOT_FOUND_PATH])
  return [
    SHELL_PATH,
    ...staticQueriesOf(shell).answers.keys(),
    ...feedPaths(shell),
    SITEMAP_PATH,
    ...entries.map(({ path }) => path),
  ]
}

/** Inserts all rows in one statement and one order, so that concurrent inserts cannot deadlock. */
async function insertPages(
  tx: Transaction<RenderDatabase>,
  build: string,
  soon: readonly PagePath[],
  later: readonly PagePath[],
): Promise<void> {
  await sql`
    insert into page (build, path, wanted_revision, lane)
    select ${build}, path, 1, min(lane)
    from (
      select unnest(${[...soon]}::text[]) as path, ${LANES.indexOf('knock-ons')}::smallint as lane
      union all
      select unnest(${[...later]}::text[]), ${LANES.indexOf('bulk')}::smallint
    ) as listed
    group by path
    order by path
    on conflict do nothing
  `.execute(tx)
}
