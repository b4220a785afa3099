import type { PagePath } from '#shared/contracts/primitives.ts'
import { letterWithKey } from '#shared/text/alphabet.ts'
import { articlePath } from '../articles/article-path.ts'
import { LETTERS } from '../articles/letters.ts'
import { archivePages, SITEMAP_PAGE_SIZE } from '../articles/listings.ts'
import { nearestName } from '../articles/nearest-name.ts'
import { authorPath } from '../authors/author-path.ts'
import type { PartialTree } from '../import/read-content.ts'
import { ALIASES } from '../pages/find-redirect.ts'
import { type PageRoute, parsePageRoute } from '../pages/page-route.ts'
import { findHeadings } from './find-headings.ts'

/** What is at the addresses of a site, as far as its content folder tells. */
export interface SiteAddresses {
  /** Where the site is, when that is known. */
  origin: string | undefined
  /** @returns `undefined` when a file that cannot be read may be about this address */
  has(path: PagePath): boolean | undefined
  /** The address that may have been meant. */
  nearest(path: PagePath): PagePath | undefined
  /** The ids of the headings in the text at this address; `undefined` when it has no such text. */
  headingsAt(path: PagePath): Promise<ReadonlySet<string> | undefined>
}

/** Files at the root that a text may lead to. */
const FILES: ReadonlySet<string> = new Set(
  ['feed.atom', 'feed.json', 'sitemap.xml', 'robots.txt', 'llms.txt', 'manifest.webmanifest']
    .concat('favicon.ico', 'favicon.svg', 'logo.svg', 'apple-touch-icon.png')
    .map((name) => `/${name}`),
)
const FEED = /\/feed\.(?:atom|json)$/
/** To look for what was meant among many thousand addresses takes its time. */
const MAX_GUESSES = 100

export function addressesOf(tree: PartialTree): SiteAddresses {
  const { locale, categories, authors, site } = tree
  const files = new Map(tree.articles.map((file) => [file.slug, file]))
  const info = new Map(tree.info.map((page) => [page.value.path, page]))
  const branches = new Map(categories?.value.map((category) => [category.slug, category]))
  const authorSlugs = new Set(authors?.value.map(({ slug }) => slug))
  const inCategories = categories && [...branches.keys()].map((slug) => `/${slug}`)

  const hasCategory = (slug: string) => categories && branches.has(slug)
  const hasSubcategory = (slug: string, child: string) =>
    categories && branches.get(slug)?.children.some((known) => known.slug === child)
  /** No archive is longer than one of all articles would be. */
  const hasArchive = (front: boolean | undefined, number: number, size: number | undefined) =>
    front && (size === undefined ? undefined : number <= archivePages(files.size, size))
  const pageSize = site?.value.constants.pageSize

  function hasRoute(route: PageRoute): boolean | undefined {
    switch (route.kind) {
      case 'home':
      case 'authors':
      case 'sitemap':
      case 'search':
        return true
      case 'not-found':
        return false
      case 'article':
        return files.has(route.slug) || unlessUnread(tree.unread.articles, route.slug)
      case 'author':
        return authors && authorSlugs.has(route.slug)
      case 'author-archive':
        return hasArchive(authors && authorSlugs.has(route.slug), route.number, pageSize)
      case 'sitemap-archive':
        return hasArchive(true, route.number, SITEMAP_PAGE_SIZE)
      case 'category':
        return hasCategory(route.category)
      case 'category-archive':
        return hasArchive(hasCategory(route.category), route.number, pageSize)
      case 'letters':
        return categories && branches.get(route.category)?.dictionary === true
      case 'letter':
        return (
          categories &&
          branches.get(route.category)?.dictionary === true &&
          letterWithKey(route.key, locale) !== undefined
        )
      case 'subcategory':
        return hasSubcategory(route.category, route.subcategory)
      case 'subcategory-archive':
        return hasArchive(hasSubcategory(route.category, route.subcategory), route.number, pageSize)
      // What leads to a topic names it in its query.
      case 'topic':
      case 'topic-archive':
      case 'other':
        return false
      default:
        return route satisfies never
    }
  }

  function has(path: PagePath): boolean | undefined {
    if (FILES.has(path) || info.has(path)) return true
    if (FEED.test(path)) return inCategories?.includes(path.replace(FEED, ''))
    const there = hasRoute(parsePageRoute(path))
    // An info page may be anywhere.
    return there === false && !path.startsWith('/articles/') && tree.unread.info.length > 0
      ? undefined
      : there
  }

  let guesses = 0
  function* others() {
    yield* ['/', '/authors', '/search', '/sitemap', ...info.keys()]
    for (const { slug, children, dictionary } of branches.values()) {
      yield `/${slug}`
      for (const child of children) yield `/${slug}/${child.slug}`
      if (dictionary) yield `/${slug}/${LETTERS}`
    }
    for (const slug of authorSlugs) yield authorPath(slug)
  }
  function nearest(path: PagePath): PagePath | undefined {
    const plain = path.toLowerCase().replace(/(?<=[^/])\/+$|\.(?:html?|md)$/g, '')
    if (plain !== path && has(plain)) return plain
    if (ALIASES[plain] !== undefined) return ALIASES[plain]
    if (guesses++ >= MAX_GUESSES) return undefined
    const slug = /^\/articles?\/([^/]+)$/.exec(plain)?.[1] ?? plain.slice(1)
    const article = files.has(slug) ? slug : nearestName(slug, files.keys())
    return plain.startsWith('/article') && article !== undefined
      ? articlePath(article)
      : (nearestName(plain, others()) ?? (article === undefined ? undefined : articlePath(article)))
  }

  const headings = new Map<PagePath, Promise<ReadonlySet<string> | undefined>>()
  return {
    origin: site?.value.locales[locale]?.address,
    has,
    nearest,
    headingsAt(path) {
      const known = headings.get(path)
      if (known) return known
      const route = parsePageRoute(path)
      const article = route.kind === 'article' ? files.get(route.slug) : undefined
      const found = findHeadings(tree, article?.file, info.get(path)?.value)
      headings.set(path, found)
      return found
    },
  }
}

/** A file that cannot be read is most likely named after its slug. */
const unlessUnread = (files: readonly string[], slug: string) =>
  files.some((file) => file.endsWith(`/${slug}.md`)) ? undefined : false
