import type { Locale } from '#shared/contracts/primitives.ts'
import { letterWithKey } from '#shared/text/alphabet.ts'
import { ALL, authorList } from './lists.ts'
import type { PageRoute } from './page-route.ts'
import { topicList } from './topic-list.ts'

/** Whether a site has something; `undefined` where that cannot be told. */
type Answer = boolean | undefined

/** What a site has. */
export interface SiteParts {
  locale: Locale
  article(slug: string): Answer
  author(slug: string): Answer
  category(slug: string): Answer
  subcategory(category: string, slug: string): Answer
  dictionary(category: string): Answer
  /** @param list of the topic */
  topic(list: string): Answer
  /** Whether the archive of a list has a page of this number. */
  archive(list: string, number: number): Answer
}

/** Whether there is a page at a route. Info pages and redirects may have any path: ask for them first. */
export function hasPage(route: PageRoute, site: SiteParts): Answer {
  switch (route.kind) {
    case 'home':
    case 'authors':
    case 'sitemap':
    case 'search':
    case 'not-found':
      return true
    case 'article':
      return site.article(route.slug)
    case 'author':
      return site.author(route.slug)
    case 'author-archive':
      return site.author(route.slug) && site.archive(authorList(route.slug), route.number)
    case 'sitemap-archive':
      return site.archive(ALL, route.number)
    case 'category':
      return site.category(route.category)
    case 'category-archive':
      return site.category(route.category) && site.archive(route.category, route.number)
    case 'letters':
      return site.dictionary(route.category)
    case 'letter':
      return site.dictionary(route.category) && letterWithKey(route.key, site.locale) !== undefined
    case 'other':
      return false
    default:
      return hasListPage(route, site)
  }
}

/** The same for subcategories and their topics. */
function hasListPage(route: Extract<PageRoute, { subcategory: string }>, site: SiteParts): Answer {
  const { category, subcategory } = route
  const section = `${category}/${subcategory}`
  const there = site.subcategory(category, subcategory)
  switch (route.kind) {
    case 'subcategory':
      return there
    case 'subcategory-archive':
      return there && site.archive(section, route.number)
    case 'topic':
      return there && site.topic(topicList(section, route.topic))
    case 'topic-archive':
      return there && site.archive(topicList(section, route.topic), route.number)
    default:
      return route satisfies never
  }
}
