import { numberedAddress } from '#shared/addresses/topic-address.ts'
import type { Archive, ArchivePage, ContentPage, Link } from '#shared/contracts/page.ts'
import { archiveKey, archivePages } from '../addresses/lists.ts'
import { isTopicList } from '../addresses/topic-list.ts'
import { tags } from '../changes/tags.ts'
import { LIST_TEXTS } from './list-texts.ts'
import { type PageScope, titleOf } from './page-scope.ts'

/** A list that has pages, whatever its articles have in common. */
export interface ListPlace {
  link: Link
  /** The pages above it, outermost first. */
  above(): Link[]
  /** The list's own page, with its newest articles. */
  showFront(): ContentPage | Promise<ContentPage>
}

/** The articles on a list's front, and the link to its archive. */
export function showFront(scope: PageScope, list: string, base: string) {
  scope.reads(tags.list(list), tags.constant('pageSize'))
  return {
    articles: scope.showCards(scope.frontCards.get(list) ?? []),
    archive: archiveOf(scope, list, base),
  }
}

const archiveOf = (scope: PageScope, list: string, base: string): Archive => ({
  base,
  pages: archivePages(scope.lastPosition(list), scope.constants.pageSize),
})

/** @returns `undefined` for a page that the archive does not have */
export function showArchivePage(
  scope: PageScope,
  list: string,
  place: ListPlace,
  number: number,
): ArchivePage | undefined {
  const archive = archiveOf(scope, list, place.link.path)
  if (number > archive.pages) return undefined

  scope.reads(tags.archive(list, number), tags.constant('pageSize'))
  const breadcrumb = place.above()
  const names = [place.link, ...breadcrumb.toReversed()].map(({ title }) => title)
  const [name = '', ...outer] = names
  const words = LIST_TEXTS[scope.site.locale]
  return {
    kind: 'archive',
    path: numberedAddress(place.link.path, number),
    seo: {
      title: titleOf(scope, words.title(name, number), ...outer),
      description: words.description(names, number),
      // Search engines find the same articles in the archive of the subcategory.
      ...(isTopicList(list) && { noindex: true }),
    },
    breadcrumb,
    list: place.link,
    number,
    // A page that knows only its neighbour does not change while the archive grows.
    archive: { ...archive, pages: Math.min(archive.pages, number + 1) },
    articles: scope.showCards(scope.archiveCards.get(archiveKey(list, number)) ?? []),
  }
}
