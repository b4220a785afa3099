import type { HomePage } from '#shared/contracts/page.ts'
import { type CardRow, newestCards, pickedCards } from '../articles/card-repository.ts'
import { tags } from '../changes/tags.ts'
import { namedSeo, type PageScope } from './page-scope.ts'

export async function loadHomePage(scope: PageScope): Promise<HomePage> {
  const { db, categories, constants } = scope
  scope.reads(tags.picks, ...categories.map(({ slug }) => tags.list(slug)))

  // One article more than a strip shows, so that the front row has something to choose from.
  const newest = await Promise.all(
    categories.map(({ slug }) => newestCards(db, slug, constants.perCategoryOnHome + 1)),
  )
  const topNotch = await chooseTopNotch(scope, newest)
  const strips = categories.map(({ slug, title, description }, index) => ({
    title,
    path: `/${slug}`,
    description,
    articles: scope.showCards((newest[index] ?? []).slice(0, constants.perCategoryOnHome)),
  }))

  const shown = new Set([
    ...topNotch.map(({ id }) => id),
    ...newest.flatMap((rows) => rows.slice(0, constants.perCategoryOnHome)).map(({ id }) => id),
  ])
  const favorites = await chooseFavorites(scope, shown, newest.flat())
  return {
    kind: 'home',
    path: '/',
    seo: await namedSeo(scope, 'home'),
    topNotch: scope.showCards(topNotch),
    strips,
    favorites: scope.showCards(favorites),
  }
}

/** Editors' ranks first, then the newest, with at most one from each category. */
async function chooseTopNotch(
  { db, constants }: PageScope,
  newest: readonly CardRow[][],
): Promise<CardRow[]> {
  const ranked = await pickedCards(db, 'topNotch', { limit: constants.topNotch })
  const taken = new Set(ranked.map(({ category }) => category))
  const others = newest
    .flatMap((rows) => rows.slice(0, 1))
    .filter(({ category }) => !taken.has(category))
    .sort(byNewest)
  return [...ranked, ...others].slice(0, constants.topNotch)
}

/** Editors' favorites first, then the newest that the page does not show yet. */
async function chooseFavorites(
  { db, constants }: PageScope,
  shown: ReadonlySet<string>,
  newest: readonly CardRow[],
): Promise<CardRow[]> {
  const favorites = await pickedCards(db, 'favorite', { limit: constants.favorites })
  const chosen = new Set(favorites.map(({ id }) => id))
  const others = newest.filter(({ id }) => !shown.has(id) && !chosen.has(id)).sort(byNewest)
  return [...favorites, ...others].slice(0, constants.favorites)
}

const byNewest = (a: CardRow, b: CardRow) =>
  b.card.publishedAt.localeCompare(a.card.publishedAt) || a.id.localeCompare(b.id)
