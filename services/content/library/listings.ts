import { sql } from 'kysely'
import type { Instant } from '#shared/contracts/primitives.ts'
import { ALL, archivePageSize, SITEMAP_PAGE_SIZE } from '../addresses/lists.ts'
import type { Reader } from '../database/reader.ts'
import { FAVORITES_STEP } from './how-many.ts'

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

/** A list as it is now, by what pages choose from it. */
export interface ListHead {
  /** The last position in use, which counts the gaps that articles left. */
  last: number
  /** Its newest articles with their positions, newest first. */
  newest: [article: string, position: number][]
  /** When the newest one was published; null in an empty list. */
  newestAt: Instant | null
  /** The articles that joined it last, with their positions, in the order of their positions. */
  arrivals: [article: string, position: number][]
  /** The articles on its front; null unless wanted. */
  front: string[] | null
}

/**
 * @param lists the number of its newest articles that is wanted of each, and, if its front is wanted,
 *   how many articles a page of its archive has
 */
export async function loadListStates(
  db: Reader,
  lists: readonly { list: string; newest: number; pageSize: number | null }[],
): Promise<Map<string, ListHead>> {
  if (lists.length === 0) return new Map()
  const wanted = sql<{ list: string }>`unnest(
    ${lists.map(({ list }) => list)}::text[], ${lists.map(({ newest }) => newest)}::int[],
    ${lists.map(({ pageSize }) => pageSize)}::int[])`
  const rows = await db
    .selectFrom(wanted.as<'wanted'>(sql`wanted(list, newest, size)`))
    .select([
      'wanted.list',
      sql<ListHead['newest']>`(
        select coalesce(json_agg(json_build_array(article, position)), '[]') from (
          select article, position from listing where list = wanted.list
          order by published_at desc, article limit wanted.newest) as newest)`.as('newest'),
      sql<Instant | null>`(
        select max(published_at) from listing where list = wanted.list)`.as('newestAt'),
      sql<ListHead['arrivals']>`(
        select coalesce(json_agg(json_build_array(article, position) order by position), '[]')
        from (
          select article, position from listing where list = wanted.list
          order by position desc limit ${sql.lit(FAVORITES_STEP)}) as arrivals)`.as('arrivals'),
      sql<string[] | null>`case when wanted.size is not null then ${front} end`.as('front'),
    ])
    .execute()
  return new Map(
    rows.map(({ list, ...state }) => [list, { last: state.arrivals.at(-1)?.[1] ?? 0, ...state }]),
  )
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

/** As {@link loadSitemapFront}, within a statement that goes on with them. */
export const SITEMAP_FRONT = sql`(
  select ${front} from (values (${sql.lit(ALL)}, ${sql.lit(SITEMAP_PAGE_SIZE)})) as wanted (list, size))`

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
