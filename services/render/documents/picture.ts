import { firstChart } from '#shared/charts/first-chart.ts'
import type { ArticlePage, Page } from '#shared/contracts/page.ts'
import type { Locale } from '#shared/contracts/primitives.ts'
import type { Shell, SiteData } from '#shared/contracts/site.ts'

/** In pixels: what the large sites recommend, 1.91 to 1. */
export const PICTURE_SIZE = { width: 1200, height: 630 } as const

interface Common {
  /** Part of the picture's address: the slug of the article, or `site`. */
  subject: string
  locale: Locale
  siteTitle: string
}

/** Everything that is drawn, and nothing else: equal values look the same. */
export type Picture =
  | (Common & {
      kind: 'article'
      section: string
      title: string
      author: string
      /** The drawings of its first chart. */
      chart?: string
    })
  | (Common & { kind: 'site' })

/** The subject of the picture that is used for every page except articles. */
export const SITE_SUBJECT = 'site'

/** The content of a page's picture, which other sites show beside a link to the page. */
export const pictureOf = (page: Page, { site }: Pick<Shell, 'site'>): Picture =>
  page.kind === 'article' ? articlePicture(page, site) : sitePicture(site)

export const articlePicture = (
  { article, author, breadcrumb }: ArticlePage,
  { locale, title: siteTitle }: SiteData,
): Picture => {
  const chart = firstChart(article.bodyHtml)
  return {
    kind: 'article',
    subject: article.slug,
    locale,
    siteTitle,
    section: breadcrumb.at(-1)?.title ?? '',
    title: article.title,
    author: author.title,
    ...(chart !== undefined && { chart }),
  }
}

/** Without the tagline: a new tagline must not make every page stale. */
export const sitePicture = ({ locale, title: siteTitle }: SiteData): Picture => ({
  kind: 'site',
  subject: SITE_SUBJECT,
  locale,
  siteTitle,
})
