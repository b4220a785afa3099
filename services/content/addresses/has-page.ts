import type { Locale } from '#shared/contracts/primitives.ts'
import { letterWithKey } from '#shared/text/alphabet.ts'
import type { PageRoute } from './page-route.ts'

/** Whether a site has something; `undefined` where that cannot be told. */
type Answer = boolean | undefined

/** What a site has. */
export interface SiteParts {
  locale: Locale
  article(slug: string): Answer
  /** Whether a list has a front. */
  list(list: string): Answer
  /** Whether the archive of such a list has a page of this number. */
  archive(list: string, number: number): Answer
  dictionary(category: string): Answer
  term(slug: string): Answer
}

/** Whether there is a page at a route. Info pages and redirects may have any path: ask for them first. */
export function hasPage(route: PageRoute, site: SiteParts): Answer {
  switch (route.kind) {
    case 'single':
      return true
    case 'article':
      return site.article(route.slug)
    case 'list': {
      const { list, number } = route
      return site.list(list) && (number === undefined || site.archive(list, number))
    }
    case 'letters':
      return site.dictionary(route.category)
    case 'letter':
      return site.dictionary(route.category) && letterWithKey(route.key, site.locale) !== undefined
    case 'term':
      return site.term(route.slug)
    case 'other':
      return false
    default:
      return route satisfies never
  }
}
