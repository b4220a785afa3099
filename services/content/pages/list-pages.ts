import type {
  Archive,
  ArchivePage,
  CategoryPage,
  Link,
  SubcategoryPage,
} from '#shared/contracts/page.ts'
import type { SubcategoryNode } from '#shared/contracts/site.ts'
import { cardsAtPositions, newestCards, pickedCards } from '../articles/card-repository.ts'
import { lastPosition } from '../articles/listings.ts'
import type { Category } from '../categories/category-repository.ts'
import { tags } from '../changes/tags.ts'
import { type PageScope, titleOf } from './page-scope.ts'

const categoryLink = ({ title, slug }: Category): Link => ({ title, path: `/${slug}` })

const subcategoryLink = (category: Category, { title, slug }: SubcategoryNode): Link => ({
  title,
  path: `/${category.slug}/${slug}`,
})

export const findCategory = ({ categories }: PageScope, slug: string): Category | undefined =>
  categories.find((category) => category.slug === slug)

export async function loadCategoryPage(
  scope: PageScope,
  slug: string,
): Promise<CategoryPage | undefined> {
  const category = findCategory(scope, slug)
  if (!category) return undefined

  const { title, path } = categoryLink(category)
  const { fallback: _, ...node } = category
  return {
    kind: 'category',
    path,
    seo: { title: titleOf(scope, title), description: category.description },
    category: node,
    ...(await loadFront(scope, slug, path)),
    favorites: await loadFavorites(scope, slug),
    others: scope.categories.filter((other) => other !== category).map(categoryLink),
  }
}

export async function loadSubcategoryPage(
  scope: PageScope,
  categorySlug: string,
  slug: string,
): Promise<SubcategoryPage | undefined> {
  const category = findCategory(scope, categorySlug)
  const subcategory = category?.children.find((child) => child.slug === slug)
  if (!category || !subcategory) return undefined

  const { title, path } = subcategoryLink(category, subcategory)
  return {
    kind: 'subcategory',
    path,
    seo: {
      title: titleOf(scope, title, category.title),
      description: subcategory.description,
    },
    category: categoryLink(category),
    subcategory,
    siblings: category.children.map((child) => subcategoryLink(category, child)),
    ...(await loadFront(scope, `${categorySlug}/${slug}`, path)),
    favorites: await loadFavorites(scope, categorySlug),
  }
}

export async function loadCategoryArchive(
  scope: PageScope,
  slug: string,
  number: number,
): Promise<ArchivePage | undefined> {
  const category = findCategory(scope, slug)
  return category && loadArchivePage(scope, slug, [], categoryLink(category), number)
}

export async function loadSubcategoryArchive(
  scope: PageScope,
  categorySlug: string,
  slug: string,
  number: number,
): Promise<ArchivePage | undefined> {
  const category = findCategory(scope, categorySlug)
  const subcategory = category?.children.find((child) => child.slug === slug)
  if (!category || !subcategory) return undefined
  const list = subcategoryLink(category, subcategory)
  return loadArchivePage(scope, `${categorySlug}/${slug}`, [categoryLink(category)], list, number)
}

/** The newest of a list, and the way to the rest. */
export async function loadFront(scope: PageScope, list: string, base: string) {
  scope.reads(tags.list(list))
  const rows = await newestCards(scope.db, list, scope.constants.pageSize)
  return {
    articles: scope.showCards(rows),
    archive: await loadArchive(scope, list, base, scope.constants.pageSize),
  }
}

export async function loadArchive(
  { db }: PageScope,
  list: string,
  base: string,
  pageSize: number,
): Promise<Archive> {
  const last = await lastPosition(db, list)
  return { base, pages: last <= pageSize ? 0 : Math.ceil(last / pageSize) }
}

/**
 * @param above the pages above the list, outermost first
 * @returns `undefined` for a page that the archive does not have
 */
export async function loadArchivePage(
  scope: PageScope,
  listKey: string,
  above: Link[],
  list: Link,
  number: number,
): Promise<ArchivePage | undefined> {
  const { pageSize } = scope.constants
  scope.reads(tags.archive(listKey, number))
  const archive = await loadArchive(scope, listKey, list.path, pageSize)
  if (number > archive.pages) return undefined

  const to = number * pageSize
  const rows = await cardsAtPositions(scope.db, listKey, to - pageSize + 1, to)
  const names = [list, ...above.toReversed()].map(({ title }) => title)
  const [name = '', ...outer] = names
  return {
    kind: 'archive',
    path: `${list.path}/page/${number}`,
    seo: {
      title: titleOf(scope, `${name}, page ${number}`, ...outer),
      description: `${names.join(', ')}: page ${number} of the archive, counted from the oldest articles.`,
    },
    breadcrumb: above,
    list,
    number,
    // Knowing only its neighbour, a page stays as it is while the archive grows.
    archive: { ...archive, pages: Math.min(archive.pages, number + 1) },
    articles: scope.showCards(rows),
  }
}

async function loadFavorites(scope: PageScope, category: string) {
  scope.reads(tags.picks)
  const limit = scope.constants.favorites
  return scope.showCards(await pickedCards(scope.db, 'favorite', { category, limit }))
}
