import type { Archive, SitemapArchivePage, SitemapPage } from '#shared/contracts/page.ts'
import { ALL, archivePages, SITEMAP_PAGE_SIZE } from '../addresses/lists.ts'
import { tags } from '../changes/tags.ts'
import { listedLinks } from '../library/card-repository.ts'
import { readInfoLinks } from '../library/info-links.ts'
import { loadSitemapFront } from '../library/listings.ts'
import { categoryLink, subcategoryLink } from '../site/category-repository.ts'
import { loadAuthorLinks } from './author-pages.ts'
import { LIST_TEXTS } from './list-texts.ts'
import { namedSeo, namedText, type PageScope, titleOf } from './page-scope.ts'

/** Lists articles under their subcategories, except those in the archive. */
export async function loadSitemapPage(scope: PageScope): Promise<SitemapPage> {
  scope.reads(tags.sitemapList, tags.infoLinks)
  const articles = await loadSitemapFront(scope.db)
  const listed = await listedLinks(scope.db, { articles })
  return {
    kind: 'sitemap',
    path: '/sitemap',
    seo: namedSeo(scope, 'sitemap'),
    categories: scope.categories.map((category) => ({
      ...categoryLink(category),
      subcategories: category.children.map((child) => {
        const link = subcategoryLink(category, child)
        const articles = listed.filter(({ section }) => section === link.path)
        return { ...link, articles: scope.showLinks(articles) }
      }),
    })),
    authors: await loadAuthorLinks(scope),
    info: await readInfoLinks(scope.db),
    archive: archiveOf(scope),
  }
}

export async function loadSitemapArchive(
  scope: PageScope,
  number: number,
): Promise<SitemapArchivePage | undefined> {
  const archive = archiveOf(scope)
  if (number > archive.pages) return undefined
  scope.reads(tags.archive(ALL, number))
  const to = number * SITEMAP_PAGE_SIZE
  const from = to - SITEMAP_PAGE_SIZE + 1
  const title = namedText(scope, 'sitemap', 'title')
  const description = namedText(scope, 'sitemap', 'description')
  const words = LIST_TEXTS[scope.site.locale]
  return {
    kind: 'sitemap-archive',
    path: `/sitemap/page/${number}`,
    seo: {
      title: titleOf(scope, words.title(title, number)),
      description: `${description} ${words.ofSitemap(number)}`,
    },
    number,
    archive: { ...archive, pages: Math.min(archive.pages, number + 1) },
    articles: scope.showLinks(await listedLinks(scope.db, { from, to })),
  }
}

const archiveOf = ({ lastPosition }: PageScope): Archive => ({
  base: '/sitemap',
  pages: archivePages(lastPosition(ALL), SITEMAP_PAGE_SIZE),
})
