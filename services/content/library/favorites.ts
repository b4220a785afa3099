import type { SiteConstants } from '#shared/contracts/site.ts'
import { settleAll } from '#shared/settle-all.ts'
import { ALL } from '../addresses/lists.ts'
import { ONLY, type TrackedReading } from '../changes/readings.ts'
import { tags } from '../changes/tags.ts'
import type { Reader } from '../database/reader.ts'
import { type Category, listsIn } from '../site/category-repository.ts'
import { editorsPicks, favoritesOf } from './editors-picks.ts'
import { enoughForFavorites, FAVORITES_STEP } from './how-many.ts'
import { type ListHead, loadListStates } from './listings.ts'
import { shownLists } from './shown-lists.ts'

type Source = Pick<ListHead, 'last' | 'newest' | 'arrivals'>

interface FavoritesChoice {
  categories: readonly Category[]
  constants: Pick<SiteConstants, 'favorites'>
  /** By list, the articles on its front; lists not in here get no answer. */
  fronts: ReadonlyMap<string, readonly string[]>
  /** By category, its editors' favorites, newest first. */
  picked: ReadonlyMap<string, readonly string[]>
  /** The newest articles of those categories and of the site. */
  sources: ReadonlyMap<string, Source>
}

/**
 * Chooses the favorites of each list, none of which is on its front already: editors' favorites in
 * the category, newest first, then the newest of the category, then the newest of the site.
 */
function chooseEach({ categories, constants, fronts, picked, sources }: FavoritesChoice) {
  const { favorites: count } = constants
  return new Map(
    listsIn(categories).flatMap((list, phase): [string, string[]][] => {
      const front = fronts.get(list)
      if (!front) return []
      const seen = new Set(front)
      const chosen: string[] = []
      function fill(ids: readonly string[] = []) {
        for (const id of ids) {
          if (chosen.length === count) return
          if (!seen.has(id)) chosen.push(id)
          seen.add(id)
        }
      }
      fill(picked.get(categoryOf(list)))
      for (const source of [categoryOf(list), ALL]) fill(newestFor(phase, sources.get(source)))
      return [[list, chosen]]
    }),
  )
}

/** The favorites of these lists, as {@link shownFavorites} has those of all lists. */
export async function chooseFavorites(
  db: Reader,
  categories: readonly Category[],
  constants: Pick<SiteConstants, 'favorites' | 'pageSize'>,
  fronts: ReadonlyMap<string, readonly string[]>,
): Promise<Map<string, string[]>> {
  const enough = enoughForFavorites(constants)
  const wanted = listsIn(categories).filter((list) => fronts.has(list))
  const filed = [...new Set(wanted.map(categoryOf))]
  const newest = enough + FAVORITES_STEP
  const [picked, sources] = await settleAll([
    favoritesOf(db, filed, enough),
    loadListStates(
      db,
      wanted.length === 0 ? [] : [...filed, ALL].map((list) => ({ list, newest, pageSize: null })),
    ),
  ])
  return chooseEach({ categories, constants, fronts, picked, sources })
}

const categoryOf = (list: string) => list.split('/', 1)[0] ?? list

/**
 * The newest articles of a source list as they were when a page last looked. A page looks after every
 * `FAVORITES_STEP`th article, and its neighbours in the menu look after other ones, so that a new
 * article changes only a few of the pages it could appear on. Newer articles follow in order of
 * arrival, for sites that have hardly anything else.
 */
function newestFor(phase: number, source: Source | undefined): string[] {
  if (!source) return []
  const { last, newest, arrivals } = source
  const checkedUpTo = last - ((last + phase) % FAVORITES_STEP)
  return [
    ...newest.filter(([, position]) => position <= checkedUpTo),
    ...arrivals.filter(([, position]) => position > checkedUpTo),
  ].map(([id]) => id)
}

/** The favorites of all lists. */
export const shownFavorites: TrackedReading<Record<string, string[]>> = {
  remembered: true,
  async load(snapshot) {
    const categories = await snapshot.categories()
    // Before the first import there are no categories and no settings.
    if (categories.length === 0) return new Map()
    const { constants } = await snapshot.settings()
    const lists = listsIn(categories)
    const [states, picks] = await settleAll([
      snapshot.read(shownLists, [...lists, ALL]),
      snapshot.read(editorsPicks, ONLY),
    ])
    const fronts = new Map(lists.map((list) => [list, states.get(list)?.head ?? []]))
    const picked = new Map(Object.entries(picks.get(ONLY[0])?.byCategory ?? {}))
    const chosen = chooseEach({ categories, constants, fronts, picked, sources: states })
    return new Map([[ONLY[0], Object.fromEntries(chosen)]])
  },
  tags(_key, before = {}, after = {}) {
    const lists = Object.keys({ ...before, ...after })
    return lists
      .filter((list) => before[list]?.join() !== after[list]?.join())
      .map((list) => tags.favorites(list))
  },
}
