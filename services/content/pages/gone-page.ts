import type { GonePage } from '#shared/contracts/page.ts'
import type { Instant, Locale, PagePath } from '#shared/contracts/primitives.ts'
import { categoryLink } from '../site/category-repository.ts'
import { type PageScope, titleOf } from './page-scope.ts'
import type { NamedText } from './site-words.ts'

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
    categories: scope.categories.map(categoryLink),
  }
}
