import { type Kysely, sql, type Transaction } from 'kysely'
import type { PagePath, Revision, Tag } from '#shared/contracts/primitives.ts'
import { SHELL_TAG } from '#shared/contracts/tags.ts'
import type { Send } from '#shared/database/pg/in-transaction.ts'
import { LANES } from '#shared/queues/rebuild-queues.ts'
import type { FormerListing, Listing } from '../../documents/listing.ts'
import type { RenderDatabase } from './database.ts'

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
  /** Whether the store has it without compressed forms. */
  plain: boolean
  listing: Listing
}

/** What the registry knows of a page, while it is locked. */
export interface LockedPage extends FormerListing {
  builtRevision: Revision
  etag: string
  plain: boolean
  isStale: boolean
  /**
   * Milliseconds for which it had not shown the newest edit when it was locked; `null` where that
   * is not known, and for a page that is listed but was never made.
   */
  staleMs: number | null
}

/** Marks pages as stale. Most are: that is why they are made. Only the others cost a commit. */
export async function markStale(
  db: Kysely<RenderDatabase>,
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

/** The follower must be locked before. Pages that the registry does not know are left out. */
export async function lockPages(
  tx: Transaction<RenderDatabase>,
  build: string,
  pages: readonly PageToRecord[],
): Promise<Map<PagePath, LockedPage>> {
  const rows = await tx
    .selectFrom('page')
    .select(['path', 'etag', 'plain', 'listing', 'built_revision as builtRevision'])
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

/**
 * Records these pages as made, in the transaction that has them locked. A page that a change touched
 * after its revision stays stale.
 *
 * @param followed the newest change that the registry knows of
 * @returns the paths of those that are still stale
 */
export async function recordPages(
  tx: Transaction<RenderDatabase>,
  send: Send<RenderDatabase>,
  { build, followed }: { build: string; followed: Revision },
  pages: readonly PageToRecord[],
): Promise<ReadonlySet<PagePath>> {
  const isLate = pages.some(({ revision }) => revision < followed)
  const meetings = isLate ? await newestMeetings(tx, pages) : new Map<PagePath, Revision>()
  if (pages.length > 0) {
    send(writeDown(build, pages, meetings))
    send(writeReads(build, pages))
  }
  return new Set(meetings.keys())
}

/** @param meetings by page, the newest change that the page does not know of yet */
function writeDown(
  build: string,
  pages: readonly PageToRecord[],
  meetings: ReadonlyMap<PagePath, Revision>,
) {
  const rows = pages.map(({ path, revision, tags, etag, bytes, plain, listing }) => ({
    path,
    // Every page has this tag: pages with an older shell are found by their revision instead.
    has_shell: tags.includes(SHELL_TAG),
    built: revision,
    wanted: meetings.get(path) ?? revision,
    etag,
    bytes,
    plain,
    listing,
  }))
  return sql`
    update page
    set has_shell = made.has_shell,
        built_revision = made.built, wanted_revision = made.wanted,
        etag = made.etag, bytes = made.bytes, plain = made.plain, listing = made.listing,
        retry_at = null,
        -- A page that is still stale keeps its time; one that was only listed begins to wait now.
        stale_since = case when made.wanted > made.built then coalesce(
          case when page.built_revision > 0 or page.lane = ${EDITS} then page.stale_since end, now()
        ) end
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as made(
      path text, has_shell boolean, built bigint, wanted bigint, etag text, bytes integer,
      plain boolean, listing text
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
  tx: Transaction<RenderDatabase>,
  pages: readonly PageToRecord[],
): Promise<Map<PagePath, Revision>> {
  const { oldest, newest } = await tx
    .selectFrom('seen_change')
    .select(({ fn }) => [fn.min('revision').as('oldest'), fn.max('revision').as('newest')])
    .executeTakeFirstOrThrow()
  const isKept = ({ revision }: PageToRecord) => oldest !== null && oldest <= revision + 1
  const met = new Map<PagePath, Revision>()
  for (const { path, revision } of pages.filter((page) => !isKept(page))) {
    // Changes that are no longer kept may have touched it: it is made again to be safe.
    met.set(path, Math.max(newest ?? 0, revision + 1))
  }
  const kept = pages.filter(isKept)
  if (kept.length === 0) return met
  // The pages of a batch are of one snapshot, or nearly, so the changes after it are few.
  const rows = kept.map(({ path, revision, tags }) => ({ path, revision, tags }))
  const meetings = await sql<{ path: PagePath; newest: Revision }>`
    with later as materialized (
      select revision, tags from seen_change
      where revision > ${Math.min(...kept.map(({ revision }) => revision))}
    ), made as materialized (
      select path, revision, array(select jsonb_array_elements_text(tags)) as tags
      from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
        as page(path text, revision bigint, tags jsonb)
    )
    select made.path, max(later.revision) as newest
    from made join later on later.revision > made.revision and later.tags && made.tags
    group by made.path
  `.execute(tx)
  for (const { path, newest: newestMeeting } of meetings.rows) met.set(path, newestMeeting)
  return met
}

const pathsOf = (pages: readonly PageToRecord[]) => pages.map(({ path }) => path)
