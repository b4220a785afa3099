import { sql } from 'kysely'
import { ALL } from '../addresses/lists.ts'
import { ONLY, type Shown } from '../changes/shown.ts'
import { tags } from '../changes/tags.ts'
import type { Reader } from '../database/reader.ts'
import { type Category, listsIn } from '../site/category-repository.ts'
import { loadFronts } from './listings.ts'

/**
 * Chooses the favorites of each list, none of which is on its front already: editors' favorites in
 * the category, newest first, then the newest of the category, then the newest of the site.
 *
 * @param count how many favorites stand beside a list
 * @param fronts by list, the articles on its front; lists not in here get no answer
 */
export async function chooseFavorites(
  db: Reader,
  categories: readonly Category[],
  count: number,
  fronts: ReadonlyMap<string, readonly string[]>,
): Promise<Map<string, string[]>> {
  const pages = listsIn(categories).flatMap((list, phase) => {
    const front = fronts.get(list)
    return front ? [{ list, phase, seen: new Set(front), chosen: [] as string[] }] : []
  })
  const enough = count + Math.max(0, ...pages.map(({ seen }) => seen.size))

  function fill({ seen, chosen }: (typeof pages)[number], ids: readonly string[] = []) {
    for (const id of ids) {
      if (chosen.length === count) return
      if (!seen.has(id)) chosen.push(id)
      seen.add(id)
    }
  }

  const picked = await favoritesOf(db, [...new Set(pages.map(categoryOf))], enough)
  for (const page of pages) fill(page, picked.get(categoryOf(page)))
  for (const sourceOf of [categoryOf, () => ALL]) {
    const lacking = pages.filter(({ chosen }) => chosen.length < count)
    const newest = await newestFor(
      db,
      lacking.map((page) => ({ ...page, source: sourceOf(page) })),
      enough,
    )
    for (const page of lacking) fill(page, newest.get(page.list))
  }
  return new Map(pages.map(({ list, chosen }) => [list, chosen]))
}

const categoryOf = ({ list }: { list: string }) => list.split('/', 1)[0] ?? list

/** By category, its editors' favorites, newest first. */
async function favoritesOf(
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

/** How many articles a source list gains before a page looks at its newest again. */
const STEP = 12

/**
 * By page, the newest articles of a source list as they were when the page last looked. A page
 * looks after every `STEP`th article, and its neighbours in the menu look after other ones, so that
 * a new article changes only a few of the pages it could appear on. Newer articles follow in order
 * of arrival, for sites that have hardly anything else.
 */
async function newestFor(
  db: Reader,
  pages: readonly { list: string; phase: number; source: string }[],
  limit: number,
): Promise<Map<string, string[]>> {
  if (pages.length === 0) return new Map()
  const wanted = sql<{ list: string; phase: number; source: string }>`unnest(
    ${pages.map(({ list }) => list)}::text[], ${pages.map(({ phase }) => phase)}::int[],
    ${pages.map(({ source }) => source)}::text[])`
  const rows = await db
    .selectFrom(wanted.as<'wanted'>(sql`wanted(list, phase, source)`))
    .innerJoinLateral(
      sql<{ seen: number }>`(
        select last - (last + wanted.phase) % ${sql.lit(STEP)} from (
          select coalesce(max(position), 0) as last from listing where list = wanted.source
        ) as source)`.as<'look'>(sql`look(seen)`),
      (join) => join.onTrue(),
    )
    .select([
      'wanted.list',
      sql<string[]>`array(
        select article from listing where list = wanted.source and position <= look.seen
        order by published_at desc, article limit ${limit})`.as('seen'),
      sql<string[]>`array(
        select article from listing where list = wanted.source and position > look.seen
        order by position limit ${limit})`.as('later'),
    ])
    .execute()
  return new Map(rows.map(({ list, seen, later }) => [list, [...seen, ...later]]))
}

/** The favorites of all lists. */
export const shownFavorites: Shown<Record<string, string[]>> = {
  async look({ db, settings, categories }) {
    const known = await categories()
    // Before the first import there are no categories and no settings.
    if (known.length === 0) return new Map()
    const { constants } = await settings()
    const fronts = await loadFronts(db, listsIn(known), constants.pageSize)
    const chosen = await chooseFavorites(db, known, constants.favorites, fronts)
    return new Map([[ONLY[0], Object.fromEntries(chosen)]])
  },
  tags(_key, before = {}, after = {}) {
    const lists = Object.keys({ ...before, ...after })
    return lists
      .filter((list) => before[list]?.join() !== after[list]?.join())
      .map((list) => tags.favorites(list))
  },
}
