import { sql } from 'kysely'
import type { Instant } from '#shared/contracts/primitives.ts'
import { articlePath } from '../addresses/article-path.ts'
import { ALL, archiveKey } from '../addresses/lists.ts'
import type { Reader } from '../database/reader.ts'
import { loadHeads } from './listings.ts'

/** What a card shows of an article, except the names of its author and category. */
export type CardRow = Awaited<ReturnType<ReturnType<typeof selectCards>['execute']>>[number]

/** The cards of a list's newest articles, in two statements. */
export async function newestCards(db: Reader, list: string, limit: number): Promise<CardRow[]> {
  const cards = await cardsOf(db, await loadHeads(db, [list], limit))
  return cards.get(list) ?? []
}

/** By key, the cards of these articles in the given order, in one statement. */
export async function cardsOf(
  db: Reader,
  ids: ReadonlyMap<string, string[]>,
): Promise<Map<string, CardRow[]>> {
  const byId = await cardsById(db, [...ids.values()].flat())
  return new Map(
    [...ids].map(([list, listed]) => [list, listed.flatMap((id) => byId.get(id) ?? [])]),
  )
}

/** The cards on these pages of archives, newest first, by {@link archiveKey}; in one statement. */
export async function cardsOnArchives(
  db: Reader,
  archives: readonly { list: string; page: number }[],
  pageSize: number,
): Promise<Map<string, CardRow[]>> {
  if (archives.length === 0) return new Map()
  const rows = await selectCards(db)
    .innerJoin(positionsOn(archives, pageSize).as('listed'), 'listed.article', 'article.id')
    .select(['listed.list', 'listed.page'])
    .orderBy('listed.published_at', 'desc')
    .orderBy('listed.article')
    .execute()

  const cards = new Map<string, CardRow[]>(
    archives.map(({ list, page }) => [archiveKey(list, page), []]),
  )
  for (const { list, page, ...card } of rows) cards.get(archiveKey(list, page))?.push(card)
  return cards
}

/**
 * The rows of `listing` on these pages. Each page is a search of its own in the index on positions:
 * Postgres expects far too many rows of a range that it does not know, and would read all lists.
 */
function positionsOn(archives: readonly { list: string; page: number }[], pageSize: number) {
  const lists = archives.map(({ list }) => list)
  const pages = archives.map(({ page }) => page)
  return sql<{ list: string; page: number; article: string; published_at: Instant }>`(
    select wanted.list, wanted.page, found.article, found.published_at
    from unnest(${lists}::text[], ${pages}::int[]) as wanted(list, page)
    cross join lateral (
      select article, published_at from listing
      where listing.list = wanted.list
        and position > (wanted.page - 1) * ${pageSize}::int
        and position <= wanted.page * ${pageSize}::int
      limit ${pageSize}::int
    ) as found
  )`
}

/** By id, the cards of these articles. Those that are not published are left out. */
export async function cardsById(
  db: Reader,
  ids: readonly string[],
): Promise<ReadonlyMap<string, CardRow>> {
  if (ids.length === 0) return new Map()
  const wanted = [...new Set(ids)]
  const rows = await selectCards(db).where('article.id', 'in', wanted).execute()
  return new Map(rows.map((row) => [row.id, row]))
}

function selectCards(db: Reader) {
  return (
    db
      .selectFrom('article')
      .innerJoin('placement', (join) =>
        join.onRef('placement.article', '=', 'article.id').on('placement.position', '=', 0),
      )
      .select([
        'article.id',
        'article.slug',
        'article.title',
        'article.description',
        'article.published_at as publishedAt',
        'article.updated_at as updatedAt',
        'article.reading_minutes as readingMinutes',
        'placement.category',
        'placement.subcategory',
      ])
      // A constraint of the table gives every published article an author.
      .select(({ ref }) => ref('article.author').$notNull().as('author'))
      .where('article.status', '=', 'published')
  )
}

/** A title with its address, and what only the server needs to know about it. */
export type LinkRow = Awaited<ReturnType<typeof listedLinks>>[number]

/** Links to the given articles, or to those at positions `from` to `to` of all; newest first. */
export async function listedLinks(
  db: Reader,
  range: { articles: readonly string[] } | { from: number; to: number },
) {
  const query = db
    .selectFrom('listing')
    .innerJoin('article', 'article.id', 'listing.article')
    .innerJoin('placement', (join) =>
      join.onRef('placement.article', '=', 'listing.article').on('placement.position', '=', 0),
    )
    .select([
      'article.id',
      'article.slug',
      'article.title',
      'listing.published_at as publishedAt',
      'placement.category',
      'placement.subcategory',
    ])
    .where('listing.list', '=', ALL)
    .orderBy('listing.published_at', 'desc')
    .orderBy('listing.article')
  const chosen =
    'articles' in range
      ? query.where(sql<boolean>`listing.article = any(${[...range.articles]}::uuid[])`)
      : query.where('listing.position', '>=', range.from).where('listing.position', '<=', range.to)
  const rows = await chosen.execute()
  return rows.map(({ id, slug, title, publishedAt, category, subcategory }) => ({
    id,
    publishedAt,
    /** The path of the subcategory of the article's home. */
    section: `/${category}/${subcategory}`,
    link: { title, path: articlePath(slug) },
  }))
}
