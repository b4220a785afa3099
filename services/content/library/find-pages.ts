import type { PagePath } from '#shared/contracts/primitives.ts'
import { settleAll } from '#shared/settle-all.ts'
import { hasPage, type SiteParts } from '../addresses/has-page.ts'
import { ALL, archivePageSize, archivePages, authorOf, isAuthorList } from '../addresses/lists.ts'
import { type PageRoute, parsePageRoute } from '../addresses/page-route.ts'
import { isTopicList, partsOfTopic, topicLink } from '../addresses/topic-list.ts'
import type { Reader } from '../database/reader.ts'
import { valuesIn } from '../database/values-in.ts'
import { isStorable } from '../drafts/reasons-about-characters.ts'
import { dictionariesIn, listsIn, loadCategories } from '../site/category-repository.ts'
import { findSiteSettings } from '../site/site-settings.ts'
import { lastPositions } from './listings.ts'
import { loadMenuTopics } from './menu-topics.ts'
import { termsAt } from './term-pages.ts'

/** A path and what it asks for. */
export interface AskedPath {
  path: PagePath
  route: PageRoute
}

/** Leaves out paths with characters that Postgres refuses: nothing is there. */
export const askable = (paths: readonly PagePath[]): AskedPath[] =>
  paths.filter(isStorable).map((path) => ({ path, route: parsePageRoute(path) }))

/**
 * Those of the paths at which there is a page; the page that says that an article was withdrawn is
 * one, unless it is asked for without. A few index look-ups for all of them.
 */
export async function findPages(
  db: Reader,
  routed: readonly AskedPath[],
  { withdrawn = true }: { withdrawn?: boolean } = {},
): Promise<Set<PagePath>> {
  const routes = routed.map(({ route }) => route)
  const paths = routed.map(({ path }) => path)
  const slugs = routes.flatMap((route) => (route.kind === 'article' ? route.slug : []))
  const lists = routes.flatMap((route) => (route.kind === 'list' ? route : []))
  // The length of a list says whether there is such a topic, and such a page of an archive.
  const measured = lists.filter(({ list, number }) => number !== undefined || isTopicList(list))
  const needsSite = routes.some(({ kind }) => !['article', 'term', 'other'].includes(kind))
  const termSlugs = routes.flatMap((route) => (route.kind === 'term' ? route.slug : []))
  const [articles, terms, authors, info, lengths, categories, settings, menu] = await settleAll([
    valuesIn(slugs, (some) => {
      const articles = db.selectFrom('article').select('slug as value').where('slug', 'in', some)
      return withdrawn ? articles : articles.where('status', '=', 'published')
    }),
    valuesIn<string | null>(termSlugs, (some) =>
      termsAt(
        db,
        some.flatMap((slug) => slug ?? []),
      ),
    ),
    valuesIn(
      lists.flatMap(({ list }) => (isAuthorList(list) ? authorOf(list) : [])),
      (some) => db.selectFrom('author').select('slug as value').where('slug', 'in', some),
    ),
    valuesIn(paths, (some) =>
      db.selectFrom('info_page').select('path as value').where('path', 'in', some),
    ),
    lastPositions(
      db,
      measured.map(({ list }) => list),
    ),
    needsSite ? loadCategories(db) : [],
    needsSite ? findSiteSettings(db) : undefined,
    lists.some(({ list }) => isTopicList(list)) ? loadMenuTopics(db) : undefined,
  ])
  const { pageSize = 1 } = settings?.constants ?? {}
  const inCategories = new Set(listsIn(categories))
  const isTopic = (list: string) => {
    const { section, slug } = partsOfTopic(list)
    const { path } = topicLink(section, { slug, title: '' })
    // The menu still links to a topic after its last article has left.
    const isInMenu = menu?.sections[section]?.some((topic) => topic.path === path) ?? false
    return inCategories.has(section) && ((lengths.get(list) ?? 0) > 0 || isInMenu)
  }
  const site: SiteParts = {
    locale: settings?.site.locale ?? 'en_US',
    article: (slug) => articles.has(slug),
    list(list) {
      if (isAuthorList(list)) return authors.has(authorOf(list))
      return list === ALL || inCategories.has(list) || (isTopicList(list) && isTopic(list))
    },
    archive: (list, number) =>
      number <= archivePages(lengths.get(list) ?? 0, archivePageSize(list, pageSize)),
    term: (slug) => terms.has(slug),
    dictionary: (category) => dictionariesIn(categories).includes(category),
  }
  const found = routed.filter(({ path, route }) => info.has(path) || hasPage(route, site))
  return new Set(found.map(({ path }) => path))
}

/** Paths looked up at the same time. */
const PATHS_PER_LOOKUP = 1_000

/** The paths without a page that could show their sponsored links. */
export async function findPageless(db: Reader, paths: readonly PagePath[]): Promise<PagePath[]> {
  // Before the first import not even the home page is there.
  if (!(await findSiteSettings(db))) return [...paths]
  const there = new Set<PagePath>()
  for (let start = 0; start < paths.length; start += PATHS_PER_LOOKUP) {
    // A topic's page shows the ads of its subcategory, never ads of its own path.
    const routed = askable(paths.slice(start, start + PATHS_PER_LOOKUP)).filter(
      ({ route }) => route.kind !== 'list' || !isTopicList(route.list),
    )
    for (const path of await findPages(db, routed)) there.add(path)
  }
  return paths.filter((path) => !there.has(path))
}
