import { topicPath } from '#shared/addresses/topic-address.ts'
import type { PagePath } from '#shared/contracts/primitives.ts'
import { authorPath } from './author-path.ts'
import type { Placement } from './placement.ts'
import { isTopicList, partsOfTopic, topicList, topicListsOf } from './topic-list.ts'

/** The list of all articles, in the order in which they were published here. */
export const ALL = 'all'
/** Links on one page of the site map's archive. */
export const SITEMAP_PAGE_SIZE = 500
/** Articles in a feed. */
export const FEED_SIZE = 20
/** Addresses in one file of the XML site map. The migrations contain the same number. */
export const SITEMAP_PART_SIZE = 1_000

const AUTHOR_PREFIX = 'author:'
export const authorList = (slug: string) => AUTHOR_PREFIX + slug
export const isAuthorList = (list: string) => list.startsWith(AUTHOR_PREFIX)
/** The slug of the author of such a list. */
export const authorOf = (list: string) => list.slice(AUTHOR_PREFIX.length)

/** Only a category can be a dictionary, so only its list has letters. */
export const isCategoryList = (list: string) =>
  list !== ALL && !isAuthorList(list) && !list.includes('/')

/** Whether a list has a feed: the list of all articles and those of categories do. */
export const hasFeed = (list: string) => list === ALL || isCategoryList(list)

/** The path of the page that a list's archive belongs to. */
export function listPath(list: string): PagePath {
  if (list === ALL) return '/sitemap'
  if (isTopicList(list)) {
    const { section, slug } = partsOfTopic(list)
    return topicPath(`/${section}`, slug)
  }
  return isAuthorList(list) ? authorPath(authorOf(list)) : `/${list}`
}

/** The list at a path, judging by its form alone: the opposite of {@link listPath}. */
export function listAt(path: PagePath): string | undefined {
  const [first = '', second, , fourth = ''] = path.slice(1).split('/')
  const section = `${first}/${second}`
  const lists = [ALL, authorList(second ?? ''), first, section, topicList(section, fourth)]
  return lists.find((list) => listPath(list) === path)
}

export const archivePath = (list: string, page: number): PagePath =>
  `${listPath(list)}/page/${page}`

/** Every list that contains an article with these placements and this author. */
export function listsOf(placements: readonly Placement[], author: string): string[] {
  return [
    ...new Set([
      ALL,
      ...placements.map(({ category }) => category),
      ...placements.map(({ category, subcategory }) => `${category}/${subcategory}`),
      ...topicListsOf(placements),
      authorList(author),
    ]),
  ]
}

/** Articles on one page of a list's archive. */
export const archivePageSize = (list: string, pageSize: number) =>
  list === ALL ? SITEMAP_PAGE_SIZE : pageSize

export const archivePageOf = (list: string, position: number, pageSize: number) =>
  Math.ceil(position / archivePageSize(list, pageSize))

/** The key of one page of one archive. */
export const archiveKey = (list: string, page: number) => `${list} ${page}`

/**
 * The number of pages of an archive, all of them full. The newest articles, at least one page of
 * them and less than two, are on the list's front instead. So publishing changes no page of the
 * archive; a page is added when the front would hold two.
 */
export const archivePages = (last: number, pageSize: number) =>
  Math.max(0, Math.floor(last / pageSize) - 1)

export const sitemapPartOf = (position: number) => Math.ceil(position / SITEMAP_PART_SIZE)
