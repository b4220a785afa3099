import { sql } from 'kysely'
import { ALL, archivePageSize, SITEMAP_PAGE_SIZE } from '../addresses/lists.ts'
import type { Reader } from '../database/reader.ts'

/** The ids of the newest articles, by list. */
export async function loadHeads(
  db: Reader,
  lists: readonly string[],
  limit: number,
): Promise<Map<string, string[]>> {
  const rows = await db
    .selectFrom(unnestLists(lists))
    .select([
      'wanted.list',
      sql<string[]>`array(
        select listing.article from listing where listing.list = wanted.list
        order by listing.published_at desc, listing.article limit ${limit})`.as('ids'),
    ])
    .execute()
  return new Map(rows.map(({ list, ids }) => [list, ids]))
}

/**
 * The ids of the articles on each list's front, newest first: those on no page of the archive and,
 * where too many of them were withdrawn or moved, the newest archived ones, up to one page.
 */
export async function loadFronts(
  db: Reader,
  lists: readonly string[],
  pageSize: number,
): Promise<Map<string, string[]>> {
  if (lists.length === 0) return new Map()
  const sizes = lists.map((list) => archivePageSize(list, pageSize))
  const wanted = sql<{ list: string; size: number }>`unnest(
    ${[...lists]}::text[], ${sizes}::int[])`
  const rows = await db
    .selectFrom(wanted.as<'wanted'>(sql`wanted(list, size)`))
    .select(['wanted.list', front.as('ids')])
    .execute()
  return new Map(rows.map(({ list, ids }) => [list, ids]))
}

/** The articles on the site map's first page, newest first. */
export const loadSitemapFront = async (db: Reader): Promise<string[]> =>
  (await loadFronts(db, [ALL], SITEMAP_PAGE_SIZE)).get(ALL) ?? []

/** Positions up to `archived.last` are in the archive, by the same rule as `archivePages`. */
const front = sql<string[]>`array(
  with
    archived as materialized (
      select greatest(0, coalesce(max(position), 0) / wanted.size - 1) * wanted.size as last
      from listing where list = wanted.list
    ),
    left_over as (
      select article, published_at
      from listing where list = wanted.list and position > (select last from archived)
    ),
    newest as (
      select article, published_at
      from listing
      where list = wanted.list and position <= (select last from archived)
      order by published_at desc, article
      limit greatest(0, wanted.size - (select count(*) from left_over))
    )
  select article from (select * from left_over union all select * from newest) as shown
  order by published_at desc, article)`

/** By list, the last position in use, which counts the gaps that articles left. */
export async function lastPositions(
  db: Reader,
  lists: readonly string[],
): Promise<Map<string, number>> {
  if (lists.length === 0) return new Map()
  const rows = await db
    .selectFrom(unnestLists(lists))
    .select(({ selectFrom }) => [
      'wanted.list',
      selectFrom('listing')
        .select(({ fn }) => fn.max('position').as('last'))
        .whereRef('listing.list', '=', 'wanted.list')
        .as('last'),
    ])
    .execute()
  return new Map(rows.map(({ list, last }) => [list, last ?? 0]))
}

const unnestLists = (lists: readonly string[]) =>
  sql<{ list: string }>`unnest(${[...lists]}::text[])`.as<'wanted'>(sql`wanted(list)`)
