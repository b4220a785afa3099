import { type Kysely, sql } from 'kysely'
import type { PageStores } from '../../store/page-store.ts'
import type { RenderDatabase } from '../records/database.ts'

/** How long the pages of a build stay after the last process that used it. */
const PAGES_STAY = '1 hour'
/** Assets of this many builds stay, for browser tabs that were opened before the last deploys. */
const ASSETS_STAY_BUILDS = 3

export interface Collector {
  db: Kysely<RenderDatabase>
  store: PageStores
  /** This process's own build: never collected. */
  build: string
  /** Deletes the jobs of a build. */
  dropQueues(build: string): Promise<void>
}

/**
 * Deletes what former builds left: pages, jobs and, of all but the last three builds, assets.
 *
 * @returns the builds whose pages were dropped
 */
export async function collectBuilds({
  db,
  store,
  build,
  dropQueues,
}: Collector): Promise<string[]> {
  await adoptStrangers(db, await store.builds())
  const builds = await db
    .selectFrom('build')
    .select(['build', sql<boolean>`seen_at > now() - ${PAGES_STAY}::interval`.as('inUse')])
    .orderBy('begun_at', 'desc')
    .orderBy('build')
    .execute()
  const inUse = new Set([build, ...builds.filter((row) => row.inUse).map((row) => row.build)])
  const newest = new Set(builds.slice(0, ASSETS_STAY_BUILDS).map((row) => row.build))

  const dropped: string[] = []
  for (const former of builds.map((row) => row.build).filter((name) => !inUse.has(name))) {
    const keepAssets = newest.has(former)
    // What readers may still request goes last. After a crash, the next run finds everything.
    await deletePagesOfBuild(db, former)
    await dropQueues(former)
    await store.drop(former, { keepAssets })
    if (!keepAssets) await db.deleteFrom('build').where('build', '=', former).execute()
    dropped.push(former)
  }
  return dropped
}

/** Builds that only the store knows may still be served, so they are kept for the usual time. */
async function adoptStrangers(db: Kysely<RenderDatabase>, stored: readonly string[]) {
  if (stored.length === 0) return
  await db
    .insertInto('build')
    .values(
      stored.map((build) => ({
        build,
        begun_at: sql<string>`to_timestamp(0)`,
        enlisted_at: sql<string>`now()`,
        enlist_after: null,
      })),
    )
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

/** Rows deleted by one statement; few, so that none takes long. */
const DELETED_AT_ONCE = 20_000

/** Deletes all pages of a build from the registry. */
export async function deletePagesOfBuild(db: Kysely<RenderDatabase>, build: string): Promise<void> {
  // In this order: a recorded page without its reads could not be reached by any change.
  await deleteRows(db, 'page', build)
  await deleteRows(db, 'page_reads', build)
}

async function deleteRows(db: Kysely<RenderDatabase>, table: 'page' | 'page_reads', build: string) {
  for (;;) {
    const { numDeletedRows } = await db
      .deleteFrom(table)
      .where('build', '=', build)
      .where('path', 'in', ({ selectFrom }) =>
        selectFrom(table).select('path').where('build', '=', build).limit(DELETED_AT_ONCE),
      )
      .executeTakeFirst()
    if (Number(numDeletedRows) < DELETED_AT_ONCE) return
  }
}
