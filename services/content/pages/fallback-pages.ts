import {
  type GonePage,
  NOT_FOUND_PATH,
  type NotFoundPage,
  type SearchPage,
} from '#shared/contracts/page.ts'
import type { Instant, Locale, PagePath } from '#shared/contracts/primitives.ts'
import { ALL } from '../addresses/lists.ts'
import { tags } from '../changes/tags.ts'
import { newestCards } from '../library/card-repository.ts'
import { categoryLink } from '../site/category-repository.ts'
import type { NamedText } from './common-data.ts'
import { namedSeo, type PageScope, titleOf } from './page-scope.ts'

/** Links to all categories. They need no tags of their own, since every page reads the shell's. */
const waysOn = ({ categories }: PageScope) => ({ categories: categories.map(categoryLink) })

export async function loadNotFoundPage(scope: PageScope): Promise<NotFoundPage> {
  scope.reads(tags.newest, tags.constant('more'))
  return {
    kind: 'not-found',
    path: NOT_FOUND_PATH,
    seo: { ...namedSeo(scope, 'not-found'), noindex: true },
    ...waysOn(scope),
    more: scope.showCards(await newestCards(scope.db, ALL, scope.constants.more)),
  }
}

/** The search page before a search. Render adds the results. */
export const showSearchPage = (scope: PageScope): SearchPage => ({
  kind: 'search',
  path: '/search',
  seo: { ...namedSeo(scope, 'search'), noindex: true },
  ...waysOn(scope),
  query: '',
  outcome: 'idle',
  total: 0,
  hits: [],
  suggestions: [],
  nearTerms: [],
  number: 1,
  pages: 0,
})

/** Title and description of a withdrawn article's page. */
const GONE_WORDS: Record<Locale, NamedText> = {
  en_US: {
    title: 'This article was withdrawn',
    description: 'The article that stood at this address was taken down and will not come back.',
  },
  ru_RU: {
    title: 'Статья снята с публикации',
    description: 'Статья, которая была по этому адресу, снята с публикации и больше не появится.',
  },
  tr_TR: {
    title: 'Bu yazı yayından kaldırıldı',
    description: 'Bu adresteki yazı yayından kaldırıldı ve yeniden yayımlanmayacak.',
  },
}

/**
 * The page of a withdrawn article. It shows no other articles: the number of these pages only
 * grows, and none should ever need another rendering.
 */
export function showGonePage(scope: PageScope, path: PagePath, withdrawnAt: Instant): GonePage {
  scope.changedAt(withdrawnAt)
  const { title, description } = GONE_WORDS[scope.site.locale]
  return {
    kind: 'gone',
    path,
    seo: { title: titleOf(scope, title), description, noindex: true },
    ...waysOn(scope),
  }
}
