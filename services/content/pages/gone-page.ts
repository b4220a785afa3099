import type { GonePage } from '#shared/contracts/page.ts'
import type { Instant, Locale, PagePath } from '#shared/contracts/primitives.ts'
import { tags } from '../changes/tags.ts'
import {
  categoryLinks,
  openPageScope,
  type PageRecord,
  type SiteScope,
  titleOf,
} from './page-scope.ts'
import { showSponsored } from './show-sponsored.ts'
import type { NamedText } from './site-words.ts'

/** What the page of a withdrawn article says of itself to browsers and history lists. */
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

export type GoneOutcome = PageRecord & { status: 'gone'; page: GonePage }

/**
 * The page at an address of a withdrawn article. It shows no other articles: withdrawn
 * articles stay, and must not be made again for ever.
 */
export function showGonePage(site: SiteScope, path: PagePath, withdrawnAt: Instant): GoneOutcome {
  const { scope, record } = openPageScope(site)
  scope.reads(tags.shell, tags.address(path))
  scope.changedAt(withdrawnAt)
  const { title, description } = GONE_WORDS[scope.site.locale]
  const page: GonePage = {
    kind: 'gone',
    path,
    seo: { title: titleOf(scope, title), description, noindex: true },
    categories: categoryLinks(scope),
    ...showSponsored(scope, path),
  }
  return { status: 'gone', ...record(), page }
}
