import { sql } from 'kysely'
import type { Shown } from '../changes/shown.ts'
import { tags } from '../changes/tags.ts'
import type { Reader } from '../database/reader.ts'
import { ALL } from './listings.ts'

/** How far an article looks to each side for related ones. */
const NEIGHBOURS = 4

/** Which articles an article suggests; keys are ids of articles. */
export const shownRelated: Shown<string[]> = {
  async look({ db, settings }, ids) {
    const { constants } = await settings()
    return loadRelated(db, ids, constants.more)
  },
  tags: (id) => [tags.related(id)],
}

/**
 * The articles that each of these suggests: the nearest of the same subcategory, then of the
 * category, then of the site; of two equally near the older first. Nearness is a matter of
 * position, so a new article becomes a neighbour of a handful of others only.
 *
 * @param ids of published articles
 * @param limit articles suggested by each
 */
export async function loadRelated(
  db: Reader,
  ids: readonly string[],
  limit: number,
): Promise<Map<string, string[]>> {
  const related = new Map<string, string[]>(ids.map((id) => [id, []]))
  for (const list of HOME_LISTS) {
    const wanting = ids.filter((id) => (related.get(id)?.length ?? 0) < limit)
    if (wanting.length === 0) break
    for (const { id, older, newer } of await loadNeighbours(db, wanting, list)) {
      const nearest = Array.from({ length: NEIGHBOURS }, (_, step) => [older[step], newer[step]])
      const chosen = new Set(related.get(id))
      for (const neighbour of nearest.flat()) if (neighbour) chosen.add(neighbour)
      related.set(id, [...chosen].slice(0, limit))
    }
  }
  return related
}

/** By the article's first placement: its subcategory, its category, everything. */
const HOME_LISTS = [
  sql<string>`home.category || '/' || home.subcategory`,
  sql<string>`home.category::text`,
  sql<string>`${ALL}::text`,
]

function loadNeighbours(db: Reader, ids: readonly string[], list: (typeof HOME_LISTS)[number]) {
  return db
    .selectFrom(sql<{ id: string }>`unnest(${[...ids]}::uuid[])`.as<'wanted'>(sql`wanted(id)`))
    .innerJoin('placement as home', (join) =>
      join.onRef('home.article', '=', 'wanted.id').on('home.position', '=', 0),
    )
    .innerJoin('listing as own', (join) =>
      join.onRef('own.article', '=', 'wanted.id').on('own.list', '=', list),
    )
    .select(['wanted.id', older.as('older'), newer.as('newer')])
    .execute()
}

export interface Place {
  list: string
  position: number
}

/** Those who may suggest an article at one of these places, or suggest it no longer. */
export async function neighboursOf(db: Reader, places: readonly Place[]): Promise<string[]> {
  if (places.length === 0) return []
  const own = sql<Place>`unnest(
    ${places.map(({ list }) => list)}::text[], ${places.map(({ position }) => position)}::int[])`
  const rows = await db
    .selectFrom(own.as<'own'>(sql`own(list, position)`))
    .select([older.as('older'), newer.as('newer')])
    .execute()
  return [...new Set(rows.flatMap((row) => [...row.older, ...row.newer]))]
}

/** The nearest on each side of `own`, nearest first. */
const older = sql<string[]>`array(
  select near.article from listing as near
  where near.list = own.list and near.position < own.position
  order by near.position desc limit ${sql.lit(NEIGHBOURS)})`
const newer = sql<string[]>`array(
  select near.article from listing as near
  where near.list = own.list and near.position > own.position
  order by near.position limit ${sql.lit(NEIGHBOURS)})`
