import type {
  Archive,
  ArchivePage,
  CategoryPage,
  Link,
  SubcategoryPage,
} from '#shared/contracts/page.ts'
import type { SubcategoryNode } from '#shared/contracts/site.ts'
import { sortByTitle } from '#shared/text/alphabet.ts'
import { numberedAddress } from '#shared/text/topic-address.ts'
import { archiveKey, archivePages } from '../addresses/lists.ts'
import { topicLink } from '../addresses/topic-list.ts'
import { tags } from '../changes/tags.ts'
import { loadTopics } from '../library/topic-repository.ts'
import type { Category } from '../site/category-repository.ts'
import { ARCHIVE_WORDS } from './archive-words.ts'
import { indexOf, showLetters } from './letter-page.ts'
import { type PageScope, titleOf } from './page-scope.ts'

export const categoryLink = ({ title, slug }: Category): Link => ({ title, path: `/${slug}` })

export const subcategoryLink = (category: Category, { title, slug }: SubcategoryNode): Link => ({
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
  scope.reads(
    tags.category(slug),
    tags.letters(slug),
    ...category.children.map((child) => tags.category(`${slug}/${child.slug}`)),
  )
  const { fallback: _, dictionary, ...node } = category
  return {
    kind: 'category',
    path,
    seo: { title: titleOf(scope, title), description: category.description },
    category: node,
    ...showFront(scope, slug, path),
    favorites: showFavorites(scope, slug),
    others: scope.categories.filter((other) => other !== category).map(categoryLink),
    ...(dictionary && { letters: await showLetters(scope, slug), index: indexOf(scope, slug) }),
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
  scope.reads(tags.category(`${categorySlug}/${slug}`))
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
    ...(await showTopics(scope, `${categorySlug}/${slug}`)),
    ...showFront(scope, `${categorySlug}/${slug}`, path),
    favorites: showFavorites(scope, `${categorySlug}/${slug}`),
  }
}

/** Links from a subcategory (as `category/subcategory`) to its topics. */
async function showTopics(
  scope: PageScope,
  section: string,
): Promise<Pick<SubcategoryPage, 'topics'>> {
  scope.reads(tags.topics(section))
  const topics = (await loadTopics(scope.db, [section])).get(section) ?? []
  const links = topics.map((topic) => topicLink(section, topic))
  return links.length === 0 ? {} : { topics: sortByTitle(links, scope.site.locale) }
}

export function showCategoryArchive(
  scope: PageScope,
  slug: string,
  number: number,
): ArchivePage | undefined {
  const category = findCategory(scope, slug)
  return category && showArchivePage(scope, slug, [], categoryLink(category), number)
}

export function showSubcategoryArchive(
  scope: PageScope,
  categorySlug: string,
  slug: string,
  number: number,
): ArchivePage | undefined {
  const category = findCategory(scope, categorySlug)
  const subcategory = category?.children.find((child) => child.slug === slug)
  if (!category || !subcategory) return undefined
  const list = subcategoryLink(category, subcategory)
  return showArchivePage(scope, `${categorySlug}/${slug}`, [categoryLink(category)], list, number)
}

/** The articles on a list's front, and the link to its archive. */
export function showFront(scope: PageScope, list: string, base: string) {
  scope.reads(tags.list(list), tags.constant('pageSize'))
  return {
    articles: scope.showCards(scope.frontCards.get(list) ?? []),
    archive: archiveOf(scope, list, base),
  }
}

const archiveOf = (scope: PageScope, list: string, base: string): Archive => ({
  base,
  pages: archivePages(scope.lastPosition(list), scope.constants.pageSize),
})

/**
 * @param above the pages above the list, outermost first
 * @returns `undefined` for a page that the archive does not have
 */
export function showArchivePage(
  scope: PageScope,
  listKey: string,
  above: Link[],
  list: Link,
  number: number,
): ArchivePage | undefined {
  const archive = archiveOf(scope, listKey, list.path)
  if (number > archive.pages) return undefined

  scope.reads(tags.archive(listKey, number), tags.constant('pageSize'))
  const rows = scope.archiveCards.get(archiveKey(listKey, number)) ?? []
  const path = numberedAddress(list.path, number)
  const names = [list, ...above.toReversed()].map(({ title }) => title)
  const [name = '', ...outer] = names
  const words = ARCHIVE_WORDS[scope.site.locale]
  return {
    kind: 'archive',
    path,
    seo: {
      title: titleOf(scope, words.title(name, number), ...outer),
      description: words.description(names, number),
    },
    breadcrumb: above,
    list,
    number,
    // A page that knows only its neighbour does not change while the archive grows.
    archive: { ...archive, pages: Math.min(archive.pages, number + 1) },
    articles: scope.showCards(rows),
  }
}

function showFavorites(scope: PageScope, list: string) {
  scope.reads(tags.favorites(list), tags.constant('favorites'))
  return scope.showCards(scope.favoriteCards.get(list) ?? [])
}
