import { sql } from 'kysely'
import { ALL } from '../addresses/lists.ts'
import type { Snapshot, TrackedReading } from '../changes/readings.ts'
import { tags } from '../changes/tags.ts'
import type { Reader } from '../database/reader.ts'
import { shownLists } from './shown-lists.ts'

/** How many neighbours on each side an article considers as related. */
const NEIGHBOURS = 4

/** The ids of the articles that an article suggests; keys are ids of articles. */
export const shownRelated: TrackedReading<string[]> = {
  remembered: true,
  async load({ db, settings }, ids) {
    const { constants } = await settings()
    return loadRelated(db, ids, constants.more)
  },
  tags: (id) => [tags.related(id)],
}

/**
 * The ids of the articles that each article suggests: its nearest neighbours in its subcategory,
 * then in its category, then in the whole site. Of two equally near ones the older comes first.
 * Nearness is distance between positions, so a new article becomes a neighbour of only a few
 * others.
 *
 * @param ids of published articles
 * @param limit how many articles each article suggests
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
    for (const { id, ...neighbours } of await loadNeighbours(db, wanting, list)) {
      const chosen = new Set(related.get(id))
      addNearest(chosen, neighbours)
      related.set(id, [...chosen].slice(0, limit))
    }
  }
  return related
}

/**
 * The same for one article that would have these places, which may not be stored.
 *
 * @param places in the lists of its home, from the narrowest to the list of all articles
 */
export async function loadRelatedAt(
  db: Reader,
  places: readonly FiledPlace[],
  limit: number,
): Promise<string[]> {
  const near = await nearestAt(db, places)
  const chosen = new Set<string>()
  for (const { list } of places) {
    if (chosen.size >= limit) break
    for (const row of near.filter((one) => one.list === list)) addNearest(chosen, row)
  }
  return [...chosen].slice(0, limit)
}

interface Neighbours {
  older: readonly string[]
  newer: readonly string[]
}

function addNearest(chosen: Set<string>, { older, newer }: Neighbours): void {
  const nearest = Array.from({ length: NEIGHBOURS }, (_, step) => [older[step], newer[step]])
  for (const neighbour of nearest.flat()) if (neighbour) chosen.add(neighbour)
}

/** The lists of an article's home, from the narrowest to the list of all articles. */
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

export interface FiledPlace {
  list: string
  position: number
}

/**
 * The articles whose suggestions may change when an article joins or leaves these places, besides
 * those that the same edit has put into the lists.
 *
 * @param at the beginning of the edit
 */
export async function neighboursOf(
  at: Pick<Snapshot, 'read'> & { tx: Reader },
  places: readonly FiledPlace[],
): Promise<string[]> {
  const states = await at.read(
    shownLists,
    places.map(({ list }) => list),
  )
  const isAtEnd = ({ list, position }: FiledPlace) => position > (states.get(list)?.last ?? 0)
  const inside = await neighboursInside(
    at.tx,
    places.filter((place) => !isAtEnd(place)),
  )
  const before = places
    .filter(isAtEnd)
    .flatMap(({ list }) => states.get(list)?.arrivals.slice(-NEIGHBOURS) ?? [])
    .map(([id]) => id)
  return [...new Set([...before, ...inside])]
}

async function neighboursInside(db: Reader, places: readonly FiledPlace[]): Promise<string[]> {
  const rows = await nearestAt(db, places)
  return rows.flatMap((row) => [...row.older, ...row.newer])
}

async function nearestAt(db: Reader, places: readonly FiledPlace[]) {
  if (places.length === 0) return []
  const own = sql<FiledPlace>`unnest(
    ${places.map(({ list }) => list)}::text[], ${places.map(({ position }) => position)}::int[])`
  return db
    .selectFrom(own.as<'own'>(sql`own(list, position)`))
    .select(['own.list', older.as('older'), newer.as('newer')])
    .execute()
}

/** The nearest articles on each side of `own`, nearest first. */
const older = sql<string[]>`array(
  select near.article from listing as near
  where near.list = own.list and near.position < own.position
  order by near.position desc limit ${sql.lit(NEIGHBOURS)})`
const newer = sql<string[]>`array(
  select near.article from listing as near
  where near.list = own.list and near.position > own.position
  order by near.position limit ${sql.lit(NEIGHBOURS)})`
