import type { HomePage } from '#shared/contracts/page.ts'
import { together } from '#shared/together.ts'
import { type CardRow, cardsById } from '../articles/card-repository.ts'
import { loadHeads } from '../articles/listings.ts'
import { favoriteIds, rankedIds } from '../articles/picks.ts'
import type { Category } from '../categories/category-repository.ts'
import { ONLY, type Shown } from '../changes/shown.ts'
import { tags } from '../changes/tags.ts'
import { namedSeo, type PageScope, type SiteScope } from './page-scope.ts'
import { showSponsored } from './show-sponsored.ts'

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
    ...showSponsored(scope, '/'),
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

/** Which articles stand where on the home page. */
export async function chooseForHome({
  db,
  categories,
  constants,
}: Pick<SiteScope, 'db' | 'constants'> & {
  categories: readonly Pick<Category, 'slug'>[]
}): Promise<HomeChoice> {
  // One article more than a strip shows, so that the front row has something to choose from.
  const slugs = categories.map(({ slug }) => slug)
  const [heads, ranked, picked] = await together([
    loadHeads(db, slugs, constants.perCategoryOnHome + 1),
    rankedIds(db, constants.topNotch),
    favoriteIds(db, constants.favorites),
  ])
  const newest = slugs.map((slug) => heads.get(slug) ?? [])
  const cards = await cardsById(db, [...new Set([...ranked, ...picked, ...newest.flat()])])
  const byId = new Map(cards.map((card) => [card.id, card]))
  const shown = (ids: readonly string[]) => ids.flatMap((id) => byId.get(id) ?? [])

  const topNotch = chooseTopNotch(
    shown(ranked),
    newest.flatMap(([first]) => shown(first ? [first] : [])),
  )
  const strips = new Map(
    slugs.map((slug) => [
      slug,
      shown((heads.get(slug) ?? []).slice(0, constants.perCategoryOnHome)),
    ]),
  )
  const seen = new Set([topNotch, ...strips.values()].flat().map(({ id }) => id))
  const others = shown(
    [...new Set(newest.flat())].filter((id) => !seen.has(id) && !picked.includes(id)),
  )
  return {
    topNotch: topNotch.slice(0, constants.topNotch),
    strips,
    favorites: [...shown(picked), ...others.sort(byNewest)].slice(0, constants.favorites),
  }
}

/** Editors' ranks first, then the newest, with at most one from each category. */
function chooseTopNotch(ranked: readonly CardRow[], newest: readonly CardRow[]): CardRow[] {
  const taken = new Set(ranked.map(({ category }) => category))
  const others = newest.toSorted(byNewest).filter(({ category }) => {
    const free = !taken.has(category)
    taken.add(category)
    return free
  })
  return [...ranked, ...others]
}

const byNewest = (a: CardRow, b: CardRow) =>
  b.publishedAt.localeCompare(a.publishedAt) || a.id.localeCompare(b.id)
