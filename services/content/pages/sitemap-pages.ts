import type { Link, SitemapArchivePage, SitemapPage } from '#shared/contracts/page.ts'
import { cardsAtPositions, newestCards } from '../articles/card-repository.ts'
import { ALL, SITEMAP_PAGE_SIZE } from '../articles/listings.ts'
import { tags } from '../changes/tags.ts'
import { loadRoster } from './author-pages.ts'
import { loadInfoLinks } from './info-page.ts'
import { loadArchive } from './list-pages.ts'
import { loadNamedText, namedSeo, type PageScope, titleOf } from './page-scope.ts'

/** The newest articles under their own subcategories; older ones are in the archive. */
export async function loadSitemapPage(scope: PageScope): Promise<SitemapPage> {
  scope.reads(tags.list(ALL))
  const newest = scope.showCards(await newestCards(scope.db, ALL, SITEMAP_PAGE_SIZE))
  const roster = await loadRoster(scope)
  return {
    kind: 'sitemap',
    path: '/sitemap',
    seo: await namedSeo(scope, 'sitemap'),
    categories: scope.categories.map(({ slug, title, children }) => ({
      title,
      path: `/${slug}`,
      subcategories: children.map((child) => {
        const path = `/${slug}/${child.slug}`
        return {
          title: child.title,
          path,
          articles: newest.filter((card) => card.section.path === path).map(linkOf),
        }
      }),
    })),
    authors: roster.map(linkOf),
    info: await loadInfoLinks(scope),
    archive: await loadArchive(scope, ALL, '/sitemap', SITEMAP_PAGE_SIZE),
  }
}

export async function loadSitemapArchive(
  scope: PageScope,
  number: number,
): Promise<SitemapArchivePage | undefined> {
  scope.reads(tags.archive(ALL, number))
  const archive = await loadArchive(scope, ALL, '/sitemap', SITEMAP_PAGE_SIZE)
  if (number > archive.pages) return undefined

  const to = number * SITEMAP_PAGE_SIZE
  const rows = await cardsAtPositions(scope.db, ALL, to - SITEMAP_PAGE_SIZE + 1, to)
  const { title, description } = await loadNamedText(scope, 'sitemap')
  return {
    kind: 'sitemap-archive',
    path: `/sitemap/page/${number}`,
    seo: {
      title: titleOf(scope, `${title}, page ${number}`),
      description: `${description} Page ${number}, counted from the oldest articles.`,
    },
    number,
    archive: { ...archive, pages: Math.min(archive.pages, number + 1) },
    articles: scope.showCards(rows).map(linkOf),
  }
}

const linkOf = ({ title, path }: Link): Link => ({ title, path })
