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
