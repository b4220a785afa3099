import { sql } from 'kysely'
import type { PagePath } from '#shared/contracts/primitives.ts'
import { authorPath } from '../authors/author-path.ts'
import type { Reader } from '../database/reader.ts'
import { isTopicList, topicListPath, topicListsOf } from '../topics/topic-list.ts'
import type { Placement } from './check-article.ts'

/** Every article, in the order in which they came. */
export const ALL = 'all'
/** Links on one page of the site map's archive. */
export const SITEMAP_PAGE_SIZE = 500
/** Articles in a feed. */
export const FEED_SIZE = 20
/** Addresses in one file of the XML site map; the migrations say so too. */
export const SITEMAP_PART_SIZE = 1_000

const AUTHOR_PREFIX = 'author:'
export const authorList = (slug: string) => AUTHOR_PREFIX + slug
export const isAuthorList = (list: string) => list.startsWith(AUTHOR_PREFIX)

/** Only a whole category can be a dictionary, so only its list knows letters. */
export const isCategoryList = (list: string) =>
  list !== ALL && !isAuthorList(list) && !list.includes('/')

/** Whether a list has a feed: the site's own and those of categories do. */
export const hasFeed = (list: string) => list === ALL || isCategoryList(list)

/** The page whose archive a list is. */
export function listPath(list: string): PagePath {
  if (list === ALL) return '/sitemap'
  if (isTopicList(list)) return topicListPath(list)
  return isAuthorList(list) ? authorPath(list.slice(AUTHOR_PREFIX.length)) : `/${list}`
}

export const archivePath = (list: string, page: number): PagePath =>
  `${listPath(list)}/page/${page}`

/** Every list that shows an article with these placements and this author. */
export function listsOf(placements: readonly Placement[], author: string): string[] {
  return [
    ...new Set([
      ALL,
      ...placements.map(({ category }) => category),
      ...placements.map(({ category, subcategory }) => `${category}/${subcategory}`),
      ...topicListsOf(placements),
      authorList(author),
    ]),
  ]
}

/** Articles on one page of a list's archive. */
export const archivePageSize = (list: string, pageSize: number) =>
  list === ALL ? SITEMAP_PAGE_SIZE : pageSize

export const archivePageOf = (list: string, position: number, pageSize: number) =>
  Math.ceil(position / archivePageSize(list, pageSize))

/** Names one page of one archive. */
export const archiveKey = (list: string, page: number) => `${list} ${page}`

/**
 * Pages of an archive, all of them full. What is left, more than one page of it and less than two,
 * stands on the list itself: so publishing changes no page of the archive, and opens one when the
 * list would have two.
 */
export const archivePages = (last: number, pageSize: number) =>
  Math.max(0, Math.floor(last / pageSize) - 1)

export const sitemapPartOf = (position: number) => Math.ceil(position / SITEMAP_PART_SIZE)

/** By list, its newest articles. */
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
 * By list, the articles on its own page, newest first: those that are on no page of its archive and,
 * where many of them have left, the newest of the others, up to a page.
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

/** The articles on the site map itself, newest first. */
export const loadSitemapFront = async (db: Reader): Promise<string[]> =>
  (await loadFronts(db, [ALL], SITEMAP_PAGE_SIZE)).get(ALL) ?? []

/** Archived are those up to a position, as `archivePages` says. */
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

/** By list, how many positions it has used: its archive's length, gaps included. */
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
