import type { SiteConstants } from '#shared/contracts/site.ts'
import { settleAll } from '#shared/settle-all.ts'
import { ALL } from '../addresses/lists.ts'
import { ONLY, type TrackedReading } from '../changes/readings.ts'
import { tags } from '../changes/tags.ts'
import type { Reader } from '../database/reader.ts'
import type { Category } from '../site/category-repository.ts'
import { type CardRow, cardsById } from './card-repository.ts'
import { type Candidate, editorsPicks, loadFavorites, loadRanked } from './editors-picks.ts'
import { enoughForHome } from './how-many.ts'
import { type ListHead, loadListStates } from './listings.ts'
import { shownLists } from './shown-lists.ts'

type HomeConstants = Pick<SiteConstants, 'topNotch' | 'perCategoryOnHome' | 'favorites'>

/** The articles of each block; strips by category. No article is in two blocks. */
interface HomeBlocks<Article> {
  topNotch: Article[]
  strips: Map<string, Article[]>
  favorites: Article[]
}

/** Which articles the home page shows, and in which block. */
export const shownHome: TrackedReading<string[][]> = {
  remembered: true,
  async load(snapshot) {
    const [{ constants }, categories] = await settleAll([
      snapshot.settings(),
      snapshot.categories(),
    ])
    const slugs = categories.map(({ slug }) => slug)
    const [lists, picks] = await settleAll([
      snapshot.read(shownLists, [...slugs, ALL]),
      snapshot.read(editorsPicks, ONLY),
    ])
    const { ranked = [], favorites = [] } = picks.get(ONLY[0]) ?? {}
    const blocks = chooseBlocks(slugs, constants, {
      ranked,
      favorites,
      lists,
      homes: await loadHomes(snapshot.db, firstsOf(slugs, lists)),
    })
    return new Map([[ONLY[0], [blocks.topNotch, ...blocks.strips.values(), blocks.favorites]]])
  },
  tags: () => [tags.home],
}

/** The cards of each block of the home page. */
export async function chooseForHome(
  db: Reader,
  categories: readonly Category[],
  constants: HomeConstants,
): Promise<HomeBlocks<CardRow>> {
  const slugs = categories.map(({ slug }) => slug)
  const enough = enoughForHome(constants, slugs.length)
  const [lists, ranked, favorites] = await settleAll([
    loadListStates(
      db,
      [...slugs, ALL].map((list) => ({ list, newest: enough, pageSize: null })),
    ),
    loadRanked(db, constants.topNotch),
    loadFavorites(db, enough),
  ])
  const homes = await loadHomes(db, firstsOf(slugs, lists))
  const blocks = chooseBlocks(slugs, constants, { ranked, favorites, lists, homes })
  const ids = [...blocks.topNotch, ...[...blocks.strips.values()].flat(), ...blocks.favorites]
  const cards = await cardsById(db, ids)
  const cardsOf = (chosen: readonly string[]) => chosen.flatMap((id) => cards.get(id) ?? [])
  return {
    topNotch: cardsOf(blocks.topNotch),
    strips: new Map([...blocks.strips].map(([slug, chosen]) => [slug, cardsOf(chosen)])),
    favorites: cardsOf(blocks.favorites),
  }
}

type Lists = ReadonlyMap<string, Pick<ListHead, 'newest' | 'newestAt'>>

interface HomeChoice {
  ranked: readonly Candidate[]
  favorites: readonly string[]
  /** Of all categories, and of the site. */
  lists: Lists
  /** The category of the home of each list's newest article. */
  homes: ReadonlyMap<string, string>
}

function chooseBlocks(
  slugs: readonly string[],
  { topNotch: front, perCategoryOnHome, favorites: count }: HomeConstants,
  { ranked, favorites, lists, homes }: HomeChoice,
): HomeBlocks<string> {
  const newestOf = (list: string) => lists.get(list)?.newest.map(([id]) => id) ?? []
  const taken = new Set<string>()
  /** Takes the first of these articles that no block has taken yet. */
  const take = (ids: readonly string[], most: number): string[] => {
    const free = [...new Set(ids)].filter((id) => !taken.has(id)).slice(0, most)
    for (const id of free) taken.add(id)
    return free
  }
  const firsts = firstsOf(slugs, lists).flatMap(({ id, publishedAt }): Candidate[] => {
    const category = homes.get(id)
    return category === undefined ? [] : [{ id, category, publishedAt }]
  })
  return {
    topNotch: take(chooseTopNotch(ranked, firsts), front),
    strips: new Map(slugs.map((slug) => [slug, take(newestOf(slug), perCategoryOnHome)])),
    favorites: take([...favorites, ...newestOf(ALL)], count),
  }
}

/** The newest article of each category that has any. */
const firstsOf = (slugs: readonly string[], lists: Lists) =>
  slugs.flatMap((slug) => {
    const { newest: [[id] = []] = [], newestAt: publishedAt } = lists.get(slug) ?? {}
    return id === undefined || !publishedAt ? [] : [{ id, publishedAt }]
  })

async function loadHomes(
  db: Reader,
  articles: readonly { id: string }[],
): Promise<Map<string, string>> {
  if (articles.length === 0) return new Map()
  const rows = await db
    .selectFrom('placement')
    .select(['article', 'category'])
    .where(
      'article',
      'in',
      articles.map(({ id }) => id),
    )
    .where('position', '=', 0)
    .execute()
  return new Map(rows.map(({ article, category }) => [article, category]))
}

/** Articles that editors ranked, then the newest of the categories that have no ranked article. */
function chooseTopNotch(ranked: readonly Candidate[], newest: readonly Candidate[]): string[] {
  const taken = new Set(ranked.map(({ category }) => category))
  const others = newest.toSorted(byNewest).filter(({ category }) => {
    const free = !taken.has(category)
    taken.add(category)
    return free
  })
  return [...ranked, ...others].map(({ id }) => id)
}

const byNewest = (a: Candidate, b: Candidate) =>
  b.publishedAt.localeCompare(a.publishedAt) || a.id.localeCompare(b.id)
