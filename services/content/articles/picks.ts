import { sql } from 'kysely'
import type { Reader } from '../database/reader.ts'

/** What editors put forward on the home page, best rank first. */
export async function rankedIds(db: Reader, limit: number): Promise<string[]> {
  const rows = await db
    .selectFrom('article')
    .select('id')
    .where('top_notch_rank', 'is not', null)
    .where('status', '=', 'published')
    .orderBy('top_notch_rank')
    .orderBy('published_at', 'desc')
    .orderBy('id')
    .limit(limit)
    .execute()
  return rows.map(({ id }) => id)
}

/** The newest of the editors' favorites. */
export async function favoriteIds(db: Reader, limit: number): Promise<string[]> {
  const rows = await db
    .selectFrom('article')
    .select('id')
    .where('favorite', '=', true)
    .where('status', '=', 'published')
    .orderBy('published_at', 'desc')
    .orderBy('id')
    .limit(limit)
    .execute()
  return rows.map(({ id }) => id)
}

/** By category, the newest of the editors' favorites in it. */
export async function favoritesOf(
  db: Reader,
  categories: readonly string[],
  limit: number,
): Promise<Map<string, string[]>> {
  if (categories.length === 0) return new Map()
  const rows = await db
    .selectFrom(
      sql<{ category: string }>`unnest(${[...categories]}::text[])`.as<'wanted'>(
        sql`wanted(category)`,
      ),
    )
    .select(['wanted.category', favoritesIn(sql`wanted.category`, limit).as('ids')])
    .execute()
  return new Map(rows.map(({ category, ids }) => [category, ids]))
}

const favoritesIn = (category: ReturnType<typeof sql>, limit: number) => sql<string[]>`array(
  select article.id from article
  join listing on listing.article = article.id and listing.list = ${category}
  where article.favorite and article.status = 'published'
  order by article.published_at desc, article.id limit ${limit})`
