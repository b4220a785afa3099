import type { HomePage } from '#shared/contracts/page.ts'
import { together } from '#shared/together.ts'
import { type CardRow, cardsById } from '../articles/card-repository.ts'
import { ALL, loadHeads } from '../articles/listings.ts'
import { favoriteIds, rankedIds } from '../articles/picks.ts'
import type { Category } from '../categories/category-repository.ts'
import { ONLY, type Shown } from '../changes/shown.ts'
import { tags } from '../changes/tags.ts'
import { namedSeo, type PageScope, type SiteScope } from './page-scope.ts'

export async function loadHomePage(scope: PageScope): Promise<HomePage> {
  const { categories } = scope
  scope.reads(
    tags.home,
    tags.siteTagline,
    tags.constant('topNotch'),
    tags.constant('perCategoryOnHome'),
    tags.constant('favorites'),
    ...categories.map(({ slug }) => tags.category(slug)),
  )
  const { topNotch, strips, favorites } = await chooseForHome(scope)
  return {
    kind: 'home',
    path: '/',
    seo: namedSeo(scope, 'home'),
    tagline: scope.site.tagline,
    topNotch: scope.showCards(topNotch),
    strips: categories.map(({ slug, title, description }) => ({
      title,
      path: `/${slug}`,
      description,
      articles: scope.showCards(strips.get(slug) ?? []),
    })),
    favorites: scope.showCards(favorites),
  }
}

/** Which articles stand where on the home page. */
export const shownHome: Shown<string[][]> = {
  async look(moment) {
    const { topNotch, strips, favorites } = await moment.home()
    const idsOf = (rows: readonly CardRow[]) => rows.map(({ id }) => id)
    return new Map([[ONLY[0], [topNotch, ...strips.values(), favorites].map(idsOf)]])
  },
  tags: () => [tags.home],
}

export interface HomeChoice {
  topNotch: CardRow[]
  /** By category. */
  strips: ReadonlyMap<string, CardRow[]>
  favorites: CardRow[]
}

/** Which articles stand where on the home page, each of them in one place. */
export async function chooseForHome({
  db,
  categories,
  constants,
}: Pick<SiteScope, 'db' | 'constants'> & {
  categories: readonly Pick<Category, 'slug'>[]
}): Promise<HomeChoice> {
  const { topNotch: front, perCategoryOnHome, favorites } = constants
  const slugs = categories.map(({ slug }) => slug)
  // So many that every block finds its own, whatever the blocks above have taken.
  const enough = front + slugs.length * perCategoryOnHome + favorites
  const [heads, ranked, picked] = await together([
    loadHeads(db, [...slugs, ALL], enough),
    rankedIds(db, front),
    favoriteIds(db, enough),
  ])
  const all = [...ranked, ...picked, ...[...heads.values()].flat()]
  const cards = await cardsById(db, [...new Set(all)])
  const byId = new Map(cards.map((card) => [card.id, card]))
  const newestOf = (list: string) => heads.get(list) ?? []

  const taken = new Set<string>()
  /** The first of these that stand nowhere yet: no article is on the page twice. */
  const take = (ids: readonly string[], count: number): CardRow[] => {
    const free = [...new Set(ids)].filter((id) => !taken.has(id)).slice(0, count)
    for (const id of free) taken.add(id)
    return free.flatMap((id) => byId.get(id) ?? [])
  }
  const shown = (ids: readonly string[]) => ids.flatMap((id) => byId.get(id) ?? [])
  const firsts = slugs.flatMap((slug) => shown(newestOf(slug).slice(0, 1)))
  return {
    topNotch: take(chooseTopNotch(shown(ranked), firsts), front),
    strips: new Map(slugs.map((slug) => [slug, take(newestOf(slug), perCategoryOnHome)])),
    favorites: take([...picked, ...newestOf(ALL)], favorites),
  }
}

/** Editors' ranks first, then the newest, with at most one from each category. */
function chooseTopNotch(ranked: readonly CardRow[], newest: readonly CardRow[]): string[] {
  const taken = new Set(ranked.map(({ category }) => category))
  const others = newest.toSorted(byNewest).filter(({ category }) => {
    const free = !taken.has(category)
    taken.add(category)
    return free
  })
  return [...ranked, ...others].map(({ id }) => id)
}

const byNewest = (a: CardRow, b: CardRow) =>
  b.publishedAt.localeCompare(a.publishedAt) || a.id.localeCompare(b.id)
