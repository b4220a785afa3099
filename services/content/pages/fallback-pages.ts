import { NOT_FOUND_PATH, type NotFoundPage, type SearchPage } from '#shared/contracts/page.ts'
import { ALL } from '../addresses/lists.ts'
import { tags } from '../changes/tags.ts'
import { newestCards } from '../library/card-repository.ts'
import { categoryLink } from '../site/category-repository.ts'
import { namedSeo, type PageScope } from './page-scope.ts'

export async function loadNotFoundPage(scope: PageScope): Promise<NotFoundPage> {
  const seo = namedSeo(scope, 'not-found')
  scope.reads(tags.newest, tags.constant('more'))
  const newest = await newestCards(scope.db, [ALL], scope.constants.more)
  return {
    kind: 'not-found',
    path: NOT_FOUND_PATH,
    seo: { ...seo, noindex: true },
    categories: scope.categories.map(categoryLink),
    more: scope.showCards(newest.get(ALL) ?? []),
  }
}

/** The search page before a search. Render adds the results. */
export function showSearchPage(scope: PageScope): SearchPage {
  const seo = namedSeo(scope, 'search')
  return {
    kind: 'search',
    path: '/search',
    seo: { ...seo, noindex: true },
    categories: scope.categories.map(categoryLink),
    query: '',
    outcome: 'idle',
    total: 0,
    hits: [],
    suggestions: [],
    nearTerms: [],
    number: 1,
    pages: 0,
  }
}
