import type { Instant, PagePath, Slug } from '#shared/contracts/primitives.ts'
import type { Reader } from '../database/reader.ts'

/** What a list for editors says of an article. */
export interface ListedForEditors {
  slug: Slug
  title: string
  /** Null if the author left the roster, once all their articles were withdrawn. */
  author: string | null
  publishedAt: Instant
  updatedAt: Instant
  /** Where readers of a withdrawn one are led. */
  redirectTo?: PagePath
}

interface ListPart {
  limit: number
  /** Where the part begins, as the last one said. */
  after?: string | undefined
}

interface ArticleList {
  articles: ListedForEditors[]
  /** Where the next part begins; absent if this is the last. */
  after?: string
}

const columns = [
  'article.slug as slug',
  'article.title as title',
  'author.name as author',
  'article.published_at as publishedAt',
  'article.updated_at as updatedAt',
] as const

/** Published articles of a list, those that came to it last first. @param list as in `listsOf` */
export async function listPublished(
  db: Reader,
  list: string,
  { limit, after }: ListPart,
): Promise<ArticleList> {
  let query = db
    .selectFrom('listing')
    .innerJoin('article', 'article.id', 'listing.article')
    .leftJoin('author', 'author.slug', 'article.author')
    .select([...columns, 'listing.position as position'])
    .where('listing.list', '=', list)
    .orderBy('listing.position', 'desc')
    .limit(limit)
  if (after !== undefined) query = query.where('listing.position', '<', Number(after))
  const rows = await query.execute()
  const last = rows[limit - 1]
  return {
    articles: rows.map(({ position: _, ...article }) => article),
    ...(last && { after: String(last.position) }),
  }
}

/** Withdrawn articles, by their addresses. */
export async function listWithdrawn(
  db: Reader,
  { limit, after = '' }: ListPart,
): Promise<ArticleList> {
  const articles = await db
    .selectFrom('article')
    .leftJoin('author', 'author.slug', 'article.author')
    .select([...columns, 'article.gone_to as redirectTo'])
    .where('article.status', '=', 'gone')
    .where('article.slug', '>', after)
    .orderBy('article.slug')
    .limit(limit)
    .execute()
  const last = articles[limit - 1]
  return {
    articles: articles.map(({ redirectTo, ...article }) => ({
      ...article,
      ...(redirectTo !== null && { redirectTo }),
    })),
    ...(last && { after: last.slug }),
  }
}
