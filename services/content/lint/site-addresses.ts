import { NOT_FOUND_PATH } from '#shared/contracts/page.ts'
import type { PagePath } from '#shared/contracts/primitives.ts'
import { slugify } from '#shared/text/slugify.ts'
import { ALIASES } from '../addresses/aliases.ts'
import { articlePath } from '../addresses/article-path.ts'
import { authorPath } from '../addresses/author-path.ts'
import { hasPage, type SiteParts } from '../addresses/has-page.ts'
import { LETTERS } from '../addresses/letter-addresses.ts'
import { ALL, archivePages, authorOf, isAuthorList, SITEMAP_PAGE_SIZE } from '../addresses/lists.ts'
import { parsePageRoute } from '../addresses/page-route.ts'
import { SINGLE_PATHS } from '../addresses/single-pages.ts'
import { nearestName } from '../drafts/nearest-name.ts'
import type { ArticleFile } from '../folder/read-articles.ts'
import type { PartialTree } from '../folder/read-content.ts'
import { readText } from '../folder/read-text.ts'
import { splitMarkdownFile } from '../folder/source-text.ts'
import { readMarkdown } from '../markdown/render-markdown.ts'
import { listsIn } from '../site/category-repository.ts'

/** What is at the addresses of a site, as far as its content folder says. */
export type SiteAddresses = ReturnType<typeof addressesOf>

/** Files at the root that a text may link to. */
export const FILES: ReadonlySet<string> = new Set(
  [
    'feed.atom',
    'feed.rss',
    'feed.json',
    'facts.json',
    'facts.csv',
    'sitemap.xml',
    'robots.txt',
    'llms.txt',
    'manifest.webmanifest',
    'opensearch.xml',
  ]
    .concat('favicon.ico', 'favicon.svg', 'logo.svg', 'apple-touch-icon.png')
    .concat('.well-known/security.txt')
    .map((name) => `/${name}`),
)
export const FEED_ADDRESS = /\/feed\.(?:atom|rss|json)$/
/** The most searches for a similar path: one among many thousands is slow. */
const MAX_GUESSES = 100

/** @param movedFrom as in `CheckOptions` */
export function addressesOf(
  tree: PartialTree,
  movedFrom?: (path: PagePath) => Promise<PagePath | undefined>,
) {
  const { locale, categories, site } = tree
  const files = new Map(tree.articles.map((file) => [file.slug, file]))
  const info = new Map(tree.info.map((page) => [page.value.path, page]))
  const branches = new Map(categories?.value.map((category) => [category.slug, category]))

  const parts = partsOf(tree, files, branches)

  /** @returns `undefined` when the answer may be in a file that cannot be read */
  function has(path: PagePath): boolean | undefined {
    if (FILES.has(path) || info.has(path)) return true
    if (FEED_ADDRESS.test(path))
      return categories && branches.has(path.slice(1).replace(FEED_ADDRESS, ''))
    const route = parsePageRoute(path)
    const there = path !== NOT_FOUND_PATH && hasPage(route, parts)
    // An info page may have any path, so an unreadable one may have this.
    return there === false && !path.startsWith('/articles/') && tree.unreadInfo.length > 0
      ? undefined
      : there
  }

  const pictures = new Set([
    ...tree.pictures.map(({ name }) => `${name}.svg`),
    ...tree.rasters.map(({ name, ending }) => `${name}.${ending}`),
    ...tree.unread.pictures,
  ])
  let guesses = 0
  /** An existing path that the author of the link probably meant. */
  async function nearest(path: PagePath): Promise<PagePath | undefined> {
    const moved = await movedFrom?.(path)
    if (moved !== undefined && has(moved)) return moved
    const plain = path.toLowerCase().replace(/(?<=[^/])\/+$|\.(?:html?|md)$/g, '')
    if (plain !== path && has(plain)) return plain
    if (ALIASES[plain] !== undefined) return ALIASES[plain]
    if (guesses++ >= MAX_GUESSES) return undefined
    const slug = /^\/articles?\/([^/]+)$/.exec(plain)?.[1] ?? plain.slice(1)
    const article = files.has(slug) ? slug : nearestName(slug, files.keys())
    return plain.startsWith('/article') && article !== undefined
      ? articlePath(article)
      : (nearestName(plain, otherPaths(tree)) ??
          (article === undefined ? undefined : articlePath(article)))
  }

  async function findHeadings(path: PagePath): Promise<ReadonlySet<string> | undefined> {
    const { file } = fileAt(files, path) ?? {}
    // Problems are dropped here: if the file has disappeared, the check of the article reports it.
    const read = file === undefined ? undefined : await readText(tree.folder, file, [])
    const body = info.get(path)?.value.body ?? (read && (splitMarkdownFile(read.text)?.body ?? ''))
    if (body === undefined) return undefined
    return new Set(readMarkdown(body, '', locale).outline.headings.map(({ id }) => id))
  }

  const headings = new Map<PagePath, ReturnType<typeof findHeadings>>()
  return {
    /** The public origin of the site, if known. */
    origin: site?.value.locales[locale]?.address,
    pictures,
    has,
    nearest,
    /** The article at a path, and where it leads once it has expired. */
    successorAt(path: PagePath) {
      const file = fileAt(files, path)
      return file && { path, isThere: true, next: file.expiresTo }
    },
    /** The ids of the headings in the text at this path; `undefined` where there is no text. */
    headingsAt(path: PagePath) {
      const found = headings.get(path) ?? findHeadings(path)
      headings.set(path, found)
      return found
    },
  }
}

/** The pages that are no articles, apart from the later ones of lists. */
function* otherPaths({ info, categories, authors }: PartialTree): Generator<PagePath> {
  yield* SINGLE_PATHS.filter((path) => path !== NOT_FOUND_PATH)
  for (const { value } of info) yield value.path
  for (const { slug, children, dictionary } of categories?.value ?? []) {
    yield `/${slug}`
    for (const child of children) yield `/${slug}/${child.slug}`
    if (dictionary) yield `/${slug}/${LETTERS}`
  }
  for (const { slug } of authors?.value ?? []) yield authorPath(slug)
}

function fileAt<File>(files: ReadonlyMap<string, File>, path: PagePath): File | undefined {
  const route = parsePageRoute(path)
  return route.kind === 'article' ? files.get(route.slug) : undefined
}

/** What the files say of the parts of the site; `undefined` where one of them cannot be read. */
function partsOf(
  { locale, categories, authors, site, unread }: PartialTree,
  files: ReadonlyMap<string, Pick<ArticleFile, 'terms'>>,
  branches: ReadonlyMap<string, { dictionary?: boolean }>,
): SiteParts {
  const authorSlugs = new Set(authors?.value.map(({ slug }) => slug))
  const lists = new Set(listsIn(categories?.value ?? []))
  const pageSize = site?.value.constants.pageSize
  const terms = new Set(Array.from(files.values(), slugsOfTermsIn).flat())
  return {
    locale,
    article: (slug) => files.has(slug) || unlessUnread(unread.articles, slug),
    list(list) {
      if (isAuthorList(list)) return authors && authorSlugs.has(authorOf(list))
      // Links to topics have a query, and are not checked by their path.
      return list === ALL || (categories && lists.has(list))
    },
    term: (slug) => terms.has(slug) || (unread.articles.length > 0 ? undefined : false),
    dictionary: (slug) => categories && branches.get(slug)?.dictionary === true,
    // Files do not say how long an archive is, but none is longer than that of all articles.
    archive(list, number) {
      const size = list === ALL ? SITEMAP_PAGE_SIZE : pageSize
      return size === undefined ? undefined : number <= archivePages(files.size, size)
    },
  }
}

/** The addresses of the terms that a file explains. */
export const slugsOfTermsIn = ({ terms = [] }: Pick<ArticleFile, 'terms'>): string[] =>
  terms.flatMap(({ term, definition }) => (definition === undefined ? [] : slugify(term)))

/** Unknown if a file that cannot be read has the slug as its name. */
const unlessUnread = (files: readonly string[], slug: string) =>
  files.some((file) => file.endsWith(`/${slug}.md`)) ? undefined : false
