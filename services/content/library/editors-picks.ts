import { sql } from 'kysely'
import type { Instant } from '#shared/contracts/primitives.ts'
import { settleAll } from '#shared/settle-all.ts'
import { ONLY, type TrackedReading } from '../changes/readings.ts'
import type { Reader } from '../database/reader.ts'
import { enoughForFavorites, enoughForHome } from './how-many.ts'

/** An article with what its place on the home page depends on. */
export interface Candidate {
  id: string
  /** The category of its home. */
  category: string
  publishedAt: Instant
}

interface EditorsPicks {
  /** Of the whole site: by rank, and then the newest first. */
  ranked: Candidate[]
  /** Favorites of the whole site, newest first. */
  favorites: string[]
  /** The same by category. */
  byCategory: Record<string, string[]>
}

/**
 * The articles that editors picked. Home page and favorites are chosen from them and have the tags:
 * whatever watches this watches those as well.
 */
export const editorsPicks: TrackedReading<EditorsPicks> = {
  remembered: true,
  async load(snapshot) {
    const { db } = snapshot
    const [{ constants }, categories] = await settleAll([
      snapshot.settings(),
      snapshot.categories(),
    ])
    const slugs = categories.map(({ slug }) => slug)
    const [ranked, favorites, byCategory] = await settleAll([
      loadRanked(db, constants.topNotch),
      loadFavorites(db, enoughForHome(constants, slugs.length)),
      favoritesOf(db, slugs, enoughForFavorites(constants)),
    ])
    return new Map([[ONLY[0], { ranked, favorites, byCategory: Object.fromEntries(byCategory) }]])
  },
  tags: () => [],
}

/** The articles that editors ranked: by rank, and then the newest first. */
export const loadRanked = (db: Reader, limit: number): Promise<Candidate[]> =>
  db
    .selectFrom('article')
    .innerJoin('placement as home', (join) =>
      join.onRef('home.article', '=', 'article.id').on('home.position', '=', 0),
    )
    .select(['article.id', 'home.category', 'article.published_at as publishedAt'])
    .where('article.status', '=', 'published')
    .where('article.top_notch_rank', 'is not', null)
    .orderBy('article.top_notch_rank')
    .orderBy('article.published_at', 'desc')
    .orderBy('article.id')
    .limit(limit)
    .execute()

/** The favorites of the whole site, newest first. */
export async function loadFavorites(db: Reader, limit: number): Promise<string[]> {
  const rows = await db
    .selectFrom('article')
    .select('id')
    .where('status', '=', 'published')
    .where('favorite', '=', true)
    .orderBy('published_at', 'desc')
    .orderBy('id')
    .limit(limit)
    .execute()
  return rows.map(({ id }) => id)
}

/** By category, its editors' favorites, newest first. */
export async function favoritesOf(
  db: Reader,
  categories: readonly string[],
  limit: number,
): Promise<Map<string, string[]>> {
  if (categories.length === 0) return new Map()
  const wanted = sql<{ category: string }>`unnest(${[...categories]}::text[])`
  const rows = await db
    .selectFrom(wanted.as<'wanted'>(sql`wanted(category)`))
    .select([
      'wanted.category',
      sql<string[]>`array(
        select article.id from article
        join listing on listing.article = article.id and listing.list = wanted.category
        where article.favorite and article.status = 'published'
        order by article.published_at desc, article.id limit ${limit})`.as('ids'),
    ])
    .execute()
  return new Map(rows.map(({ category, ids }) => [category, ids]))
}
