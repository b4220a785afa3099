import { type Kysely, sql, type Transaction } from 'kysely'
import type { PagePath, Revision, Tag } from '#shared/contracts/primitives.ts'
import { SHELL_TAG } from '#shared/contracts/tags.ts'
import { inTransaction } from '#shared/database/in-transaction.ts'
import { LANES } from '#shared/queues/rebuild-queues.ts'
import { settleAll } from '#shared/settle-all.ts'
import { type FormerListing, isNews, type Listing } from '../documents/listing.ts'
import type { Database } from './database.ts'
import { noteNews } from './news-table.ts'
import { shareFollower } from './page-registry.ts'
import { proveLocks } from './prove-locks.ts'
import { announcePublished } from './published-signal.ts'
import { makeAgain } from './stale-pages.ts'

const EDITS = LANES.indexOf('edits')

/** What was read to make a page, what came of it, and at which revision. */
export interface PageToRecord {
  path: PagePath
  revision: Revision
  tags: readonly Tag[]
  /** Equal for pages that look the same to readers. */
  etag: string
  /** Of all bodies, uncompressed. */
  bytes: number
  listing: Listing
}

/** What the registry knew of a page before. */
export interface FormerPage {
  builtRevision: Revision
  etag: string
}

/** A former page while it is locked. */
interface LockedPage extends FormerPage, FormerListing {
  isStale: boolean
  /**
   * Milliseconds for which it had not shown the newest edit when it was locked; `null` where that
   * is not known, and for a page that is listed but was never made.
   */
  staleMs: number | null
}

/** The outcome for a page: `written`, `same` bytes as before, or `old`: a newer one exists. */
export type Publication = 'written' | 'same' | 'old'

export interface Recording {
  build: string
  /** The registry before the models were read: another one knows another history. */
  registry: string
  /** Whether to notify search engines of what editors change. */
  noteNews?: boolean
}

export interface Publishing {
  /**
   * @param beforeWrite to be called just before anything of the page is written; throws when it may
   *   not be locked any more
   */
  publish(
    page: PageToRecord,
    before: FormerPage,
    beforeWrite: () => Promise<void>,
  ): Promise<Publication>
  /** Called after the last page, even if some failed. Nothing is recorded before this is done. */
  finish(): Promise<void>
}

/**
 * Runs `publish` for each page while those pages are locked, then records their reads.
 *
 * A page counts as stale, on disk, before anything of it is published and until its reads are
 * recorded: a process that is killed in between leaves a page that will be made again, never one
 * that no change can reach. A change between the model and its recording makes the page stale at
 * once. The recording need not reach the disk immediately: without it the page is still stale.
 *
 * @returns for each page that is no longer stale, how many seconds it had been stale
 */
export async function recordPages(
  db: Kysely<Database>,
  recording: Recording,
  pages: readonly PageToRecord[],
  publishing: Publishing,
): Promise<number[]> {
  const record = (options: { onlyStale: boolean }) =>
    tryToRecord(db, recording, pages, publishing, options)
  // A single page is nearly always stale already: that is why it is made, and an editor waits for
  // it. Among many there may be some that are made only because they show an older header.
  const quickly = pages.length === 1 ? await record({ onlyStale: true }) : undefined
  if (quickly) return quickly
  await makeStale(db, recording.build, pages)
  // A page that is still not stale has a newer one recorded, which may have been lost.
  return (await record({ onlyStale: false })) ?? []
}

/** @returns `undefined`, with nothing done, when `onlyStale` is set and some are not stale */
async function tryToRecord(
  db: Kysely<Database>,
  { build, registry, noteNews: isTold = false }: Recording,
  pages: readonly PageToRecord[],
  { publish, finish }: Publishing,
  { onlyStale }: { onlyStale: boolean },
): Promise<number[] | undefined> {
  /** Paths that may have another entry in the store since. */
  const touched = new Set<PagePath>()
  const work = inTransaction(db, async (tx, send) => {
    const prove = proveLocks(tx)
    // The follower is locked before the pages, as in `applyChanges`, which prevents a deadlock.
    const [follower, before] = await settleAll([shareFollower(tx), lockPages(tx, build, pages)])
    const lockedAt = performance.now()
    if (follower.registry !== registry) return []
    if (onlyStale && pages.some(({ path }) => !before.get(path)?.isStale)) return undefined

    const attempts = await Promise.allSettled(
      pages.map(async (page) => {
        const former = before.get(page.path)
        const beforeWrite = async () => {
          await prove()
          touched.add(page.path)
        }
        return { page, publication: former ? await publish(page, former, beforeWrite) : 'old' }
      }),
    )
    // Also when some pages failed: the others are published.
    await finish()
    const outcomes = attempts.map((attempt) => {
      if (attempt.status === 'rejected') throw attempt.reason
      return attempt.value
    })
    const published = outcomes.flatMap(({ page, publication }) =>
      publication === 'old' ? [] : [page],
    )
    const written = outcomes.filter(({ publication }) => publication === 'written')
    const isLate = published.some(({ revision }) => revision < follower.revision)
    const meetings = isLate ? await newestMeetings(tx, published) : new Map<PagePath, Revision>()
    if (published.length > 0) {
      send(writeDown(build, published, meetings))
      send(writeReads(build, published))
    }
    // A new build or a new header changes no listing, so it adds nothing here.
    const news = written.flatMap(({ page: { path, listing } }) => {
      const former = before.get(path)
      return isTold && former && isNews(former, listing) ? { path, listing } : []
    })
    if (news.length > 0) send(noteNews(news))
    announcePublished(
      send,
      build,
      written.map(({ page }) => page.path),
    )
    return published.flatMap(({ path }) => {
      const staleMs = before.get(path)?.staleMs ?? null
      return staleMs === null || meetings.has(path) ? [] : { staleMs, lockedAt }
    })
  })
  const recorded = await work.catch(async (error: unknown) => {
    // The locks may have been lost at the last moment, and another process may have recorded these
    // pages as fresh since. If the database is down altogether, they are still stale.
    await makeAgain(db, build, [...touched]).catch(() => {})
    throw error
  })
  return recorded?.map(({ staleMs, lockedAt }) => (staleMs + performance.now() - lockedAt) / 1_000)
}

/** Marks pages as stale. Most are: that is why they are made. Only the others cost a commit. */
async function makeStale(
  db: Kysely<Database>,
  build: string,
  pages: readonly PageToRecord[],
): Promise<void> {
  const stale = await db
    .selectFrom('page')
    .select('path')
    .where('build', '=', build)
    .where('path', 'in', pathsOf(pages))
    .whereRef('wanted_revision', '>', 'built_revision')
    .execute()
  const known = new Set(stale.map(({ path }) => path))
  const others = pages.filter(({ path }) => !known.has(path))
  if (others.length === 0) return
  await db.transaction().execute(async (tx) => {
    await sql`set local synchronous_commit = on`.execute(tx)
    await sql`
      insert into page (build, path, wanted_revision)
      select ${build}, path, greatest(1, revision)
      from unnest(
        ${pathsOf(others)}::text[], ${others.map(({ revision }) => revision)}::bigint[]
      ) as made(path, revision)
      order by path
      on conflict (build, path) do update
      set wanted_revision = greatest(page.wanted_revision, page.built_revision + 1)
      -- A newer record stays unchanged.
      where page.built_revision <= excluded.wanted_revision
    `.execute(tx)
  })
}

async function lockPages(
  tx: Transaction<Database>,
  build: string,
  pages: readonly PageToRecord[],
): Promise<Map<PagePath, LockedPage>> {
  const rows = await tx
    .selectFrom('page')
    .select(['path', 'etag', 'listing', 'built_revision as builtRevision'])
    .select([
      sql<boolean>`wanted_revision > built_revision`.as('isStale'),
      sql<boolean>`built_revision = 0 and lane = ${EDITS}`.as('isNew'),
      sql<number | null>`
        case when wanted_revision > built_revision and (built_revision > 0 or lane = ${EDITS})
        then extract(epoch from clock_timestamp() - stale_since)::float8 * 1000 end
      `.as('staleMs'),
    ])
    .where('build', '=', build)
    .where('path', 'in', pathsOf(pages))
    .orderBy('path')
    .forUpdate()
    .execute()
  return new Map(rows.map(({ path, ...former }) => [path, former]))
}

/** @param meetings by page, the newest change that the page does not know of yet */
function writeDown(
  build: string,
  pages: readonly PageToRecord[],
  meetings: ReadonlyMap<PagePath, Revision>,
) {
  const rows = pages.map(({ path, revision, tags, etag, bytes, listing }) => ({
    path,
    // Every page has this tag: pages with an older shell are found by their revision instead.
    has_shell: tags.includes(SHELL_TAG),
    built: revision,
    wanted: meetings.get(path) ?? revision,
    etag,
    bytes,
    listing,
  }))
  return sql`
    update page
    set has_shell = made.has_shell,
        built_revision = made.built, wanted_revision = made.wanted,
        etag = made.etag, bytes = made.bytes, listing = made.listing, retry_at = null,
        -- A page that is still stale keeps its time; one that was only listed begins to wait now.
        stale_since = case when made.wanted > made.built then coalesce(
          case when page.built_revision > 0 or page.lane = ${EDITS} then page.stale_since end, now()
        ) end
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as made(
      path text, has_shell boolean, built bigint, wanted bigint, etag text, bytes integer,
      listing text
    )
    where page.build = ${build} and page.path = made.path
      -- Postgres does not know how few rows the JSON has, and would look through the whole table.
      and page.path = any(${pathsOf(pages)}::text[])
  `
}

/** Most pages read the same tags as the last time; their row is not touched. */
function writeReads(build: string, pages: readonly PageToRecord[]) {
  const rows = pages.map(({ path, tags }) => ({
    path,
    tags: tags.filter((tag) => tag !== SHELL_TAG),
  }))
  return sql`
    insert into page_reads (build, path, tags)
    select ${build}, path, array(select jsonb_array_elements_text(tags))
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as made(path text, tags jsonb)
    on conflict (build, path) do update set tags = excluded.tags
    where page_reads.tags <> excluded.tags
  `
}

/** For each page, the newest change after its revision that touches one of its tags, if any. */
async function newestMeetings(
  tx: Transaction<Database>,
  pages: readonly PageToRecord[],
): Promise<Map<PagePath, Revision>> {
  const { oldest, newest } = await tx
    .selectFrom('seen_change')
    .select(({ fn }) => [fn.min('revision').as('oldest'), fn.max('revision').as('newest')])
    .executeTakeFirstOrThrow()
  const met = new Map<PagePath, Revision>()
  for (const { path, revision, tags } of pages) {
    if (oldest === null || oldest > revision + 1) {
      // Changes that are no longer kept may have touched it: it is made again to be safe.
      met.set(path, Math.max(newest ?? 0, revision + 1))
      continue
    }
    const { newestMeeting } = await tx
      .selectFrom('seen_change')
      .select(({ fn }) => fn.max('revision').as('newestMeeting'))
      .where('revision', '>', revision)
      .where('tags', '&&', sql<Tag[]>`${[...tags]}::text[]`)
      .executeTakeFirstOrThrow()
    if (newestMeeting !== null) met.set(path, newestMeeting)
  }
  return met
}

const pathsOf = (pages: readonly PageToRecord[]) => pages.map(({ path }) => path)
