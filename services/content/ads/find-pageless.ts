import type { Locale, PagePath } from '#shared/contracts/primitives.ts'
import { letterWithKey } from '#shared/text/alphabet.ts'
import { together } from '#shared/together.ts'
import {
  ALL,
  archivePages,
  authorList,
  lastPositions,
  SITEMAP_PAGE_SIZE,
} from '../articles/listings.ts'
import { dictionariesIn, loadCategories } from '../categories/category-repository.ts'
import type { Reader } from '../database/reader.ts'
import { isStorable } from '../editing/reasons-about-characters.ts'
import { archiveOf, parsePageRoute } from '../pages/page-route.ts'
import { findSiteSettings } from '../site/site-settings.ts'

/** Addresses that are asked about in one statement. */
const CHUNK = 1_000

/**
 * Those of these addresses at which no page is: nobody will ever see the paid links of them. A page
 * that says that its article is gone is a page.
 */
export async function findPageless(
  db: Reader,
  paths: readonly PagePath[],
  locale: Locale,
): Promise<PagePath[]> {
  const pageless: PagePath[] = []
  for (let start = 0; start < paths.length; start += CHUNK) {
    const chunk = paths.slice(start, start + CHUNK)
    const hasPage = await loadPages(db, chunk.filter(isStorable), locale)
    pageless.push(...chunk.filter((path) => !hasPage(path)))
  }
  return pageless
}

/** @returns whether there is a page at one of the paths */
async function loadPages(db: Reader, paths: readonly PagePath[], locale: Locale) {
  const routes = paths.map(parsePageRoute)
  const slugsOf = (...kinds: readonly string[]) =>
    routes.flatMap((route) => ('slug' in route && kinds.includes(route.kind) ? [route.slug] : []))
  const [settings, categories, articles, authors, info] = await together([
    findSiteSettings(db),
    loadCategories(db),
    slugsIn(db, 'article', slugsOf('article')),
    slugsIn(db, 'author', slugsOf('author', 'author-archive')),
    infoPagesAt(db, paths),
  ])
  // Before the first import there is none at all.
  if (!settings) return () => false
  const isDictionary = (slug: string) => dictionariesIn(categories).includes(slug)
  const lists = routes.flatMap((route) => archiveOf(route)?.list ?? [])
  const last = await lastPositions(db, [ALL, ...new Set(lists)])
  const hasArchive = (list: string, number: number, pageSize: number) =>
    number <= archivePages(last.get(list) ?? 0, pageSize)
  const hasCategory = (slug: string) => categories.some((category) => category.slug === slug)
  const hasSubcategory = (slug: string, child: string) =>
    categories.some(
      (category) => category.slug === slug && category.children.some(({ slug }) => slug === child),
    )

  return (path: PagePath): boolean => {
    if (info.has(path)) return true
    const route = parsePageRoute(path)
    const { pageSize } = settings.constants
    switch (route.kind) {
      case 'home':
      case 'authors':
      case 'sitemap':
      case 'search':
      case 'not-found':
        return true
      case 'article':
        return articles.has(route.slug)
      case 'author':
        return authors.has(route.slug)
      case 'author-archive':
        return authors.has(route.slug) && hasArchive(authorList(route.slug), route.number, pageSize)
      case 'sitemap-archive':
        return hasArchive(ALL, route.number, SITEMAP_PAGE_SIZE)
      case 'category':
        return hasCategory(route.category)
      case 'category-archive':
        return hasCategory(route.category) && hasArchive(route.category, route.number, pageSize)
      case 'letters':
        return isDictionary(route.category)
      case 'letter':
        return isDictionary(route.category) && letterWithKey(route.key, locale) !== undefined
      case 'subcategory':
        return hasSubcategory(route.category, route.subcategory)
      case 'subcategory-archive':
        return (
          hasSubcategory(route.category, route.subcategory) &&
          hasArchive(`${route.category}/${route.subcategory}`, route.number, pageSize)
        )
      // A page of a topic shows the ads of its subcategory, and none of its own path.
      case 'topic':
      case 'topic-archive':
      case 'other':
        return false
      default:
        return route satisfies never
    }
  }
}

async function slugsIn(
  db: Reader,
  table: 'article' | 'author',
  slugs: readonly string[],
): Promise<ReadonlySet<string>> {
  if (slugs.length === 0) return new Set()
  const rows = await db.selectFrom(table).select('slug').where('slug', 'in', slugs).execute()
  return new Set(rows.map(({ slug }) => slug))
}

async function infoPagesAt(db: Reader, paths: readonly PagePath[]): Promise<ReadonlySet<PagePath>> {
  if (paths.length === 0) return new Set()
  const rows = await db.selectFrom('info_page').select('path').where('path', 'in', paths).execute()
  return new Set(rows.map(({ path }) => path))
}
