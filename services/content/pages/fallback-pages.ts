import {
  type ArticleCard,
  NOT_FOUND_PATH,
  type NotFoundPage,
  type SearchPage,
} from '#shared/contracts/page.ts'
import { newestCards } from '../articles/card-repository.ts'
import { ALL } from '../articles/listings.ts'
import { tags } from '../changes/tags.ts'
import { categoryLinks, namedSeo, type PageScope } from './page-scope.ts'

export async function loadNotFoundPage(scope: PageScope): Promise<NotFoundPage> {
  const seo = namedSeo(scope, 'not-found')
  return {
    kind: 'not-found',
    path: NOT_FOUND_PATH,
    seo: { ...seo, noindex: true },
    categories: categoryLinks(scope),
    more: await loadNewest(scope),
  }
}

/** The search page before anything is typed; render puts the answer of a search into it. */
export function showSearchPage(scope: PageScope): SearchPage {
  const seo = namedSeo(scope, 'search')
  return {
    kind: 'search',
    path: '/search',
    seo: { ...seo, noindex: true },
    categories: categoryLinks(scope),
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

/** The newest articles of the site: what a page offers that has nothing of its own. */
export async function loadNewest(scope: PageScope): Promise<ArticleCard[]> {
  scope.reads(tags.newest, tags.constant('more'))
  const newest = await newestCards(scope.db, [ALL], scope.constants.more)
  return scope.showCards(newest.get(ALL) ?? [])
}
