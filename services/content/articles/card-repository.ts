import type { ArticleCard, Link } from '#shared/contracts/page.ts'
import type { Instant } from '#shared/contracts/primitives.ts'
import { authorPath } from '../authors/author-path.ts'
import type { Reader } from '../database/reader.ts'
import { articlePath } from './article-path.ts'

/** A card with what only the server needs of it. */
export interface CardRow {
  id: string
  category: string
  updatedAt: Instant
  card: ArticleCard
}

/** The newest published articles of a list. */
export async function newestCards(db: Reader, list: string, limit: number): Promise<CardRow[]> {
  const rows = await selectCards(db)
    .innerJoin('listing', 'listing.article', 'article.id')
    .where('listing.list', '=', list)
    .orderBy('listing.published_at', 'desc')
    .orderBy('listing.article')
    .limit(limit)
    .execute()
  return rows.map(toCard)
}

/** The articles at positions `from` to `to` of a list, newest first. */
export async function cardsAtPositions(
  db: Reader,
  list: string,
  from: number,
  to: number,
): Promise<CardRow[]> {
  const rows = await selectCards(db)
    .innerJoin('listing', 'listing.article', 'article.id')
    .where('listing.list', '=', list)
    .where('listing.position', '>=', from)
    .where('listing.position', '<=', to)
    .orderBy('listing.published_at', 'desc')
    .orderBy('listing.article')
    .execute()
  return rows.map(toCard)
}

/** The articles with these ids, in the order of the ids; those that are not published are left out. */
export async function cardsById(db: Reader, ids: readonly string[]): Promise<CardRow[]> {
  if (ids.length === 0) return []
  const rows = await selectCards(db).where('article.id', 'in', ids).execute()
  const cards = new Map(rows.map((row) => [row.id, toCard(row)]))
  return ids.flatMap((id) => cards.get(id) ?? [])
}

/** What editors put forward: ranked articles by rank, or favorites by date. */
export async function pickedCards(
  db: Reader,
  pick: 'topNotch' | 'favorite',
  { category, limit }: { category?: string; limit: number },
): Promise<CardRow[]> {
  let query = selectCards(db)
  if (category !== undefined) {
    query = query
      .innerJoin('listing', 'listing.article', 'article.id')
      .where('listing.list', '=', category)
  }
  query =
    pick === 'favorite'
      ? query.where('article.favorite', '=', true)
      : query.where('article.top_notch_rank', 'is not', null).orderBy('article.top_notch_rank')
  const rows = await query
    .orderBy('article.published_at', 'desc')
    .orderBy('article.id')
    .limit(limit)
    .execute()
  return rows.map(toCard)
}

export async function countArticles(db: Reader, list: string): Promise<number> {
  const { count } = await db
    .selectFrom('listing')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('list', '=', list)
    .executeTakeFirstOrThrow()
  return count
}

function selectCards(db: Reader) {
  return db
    .selectFrom('article')
    .innerJoin('author', 'author.slug', 'article.author')
    .innerJoin('placement', (join) =>
      join.onRef('placement.article', '=', 'article.id').on('placement.position', '=', 0),
    )
    .innerJoin('subcategory', (join) =>
      join
        .onRef('subcategory.category', '=', 'placement.category')
        .onRef('subcategory.slug', '=', 'placement.subcategory'),
    )
    .select([
      'article.id',
      'article.slug',
      'article.title',
      'article.description',
      'article.published_at as publishedAt',
      'article.updated_at as updatedAt',
      'article.reading_minutes as readingMinutes',
      'author.slug as authorSlug',
      'author.name as authorName',
      'placement.category',
      'placement.subcategory',
      'subcategory.title as subcategoryTitle',
    ])
    .where('article.status', '=', 'published')
}

type SelectedCard = Awaited<ReturnType<ReturnType<typeof selectCards>['execute']>>[number]

function toCard(row: SelectedCard): CardRow {
  const author: Link = { title: row.authorName, path: authorPath(row.authorSlug) }
  const section: Link = {
    title: row.subcategoryTitle,
    path: `/${row.category}/${row.subcategory}`,
  }
  return {
    id: row.id,
    category: row.category,
    updatedAt: row.updatedAt,
    card: {
      path: articlePath(row.slug),
      title: row.title,
      description: row.description,
      publishedAt: row.publishedAt,
      readingMinutes: row.readingMinutes,
      author,
      section,
    },
  }
}
