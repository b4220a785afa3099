import type { ArticlePage, Page } from '#shared/contracts/page.ts'
import type { Locale } from '#shared/contracts/primitives.ts'
import type { Shell, SiteData } from '#shared/contracts/site.ts'

interface Common {
  /** Names the picture in its address. */
  subject: string
  locale: Locale
  siteTitle: string
}

/** Everything that is drawn, and nothing else: two equal ones look the same. */
export type Picture =
  | (Common & { kind: 'article'; section: string; title: string; author: string })
  | (Common & { kind: 'site' })

/** The subject of the picture that stands for every page but articles. */
export const SITE_SUBJECT = 'site'

/** What the picture of a page shows, which other sites put beside a link to it. */
export const pictureOf = (page: Page, { site }: Pick<Shell, 'site'>): Picture =>
  page.kind === 'article' ? articlePicture(page, site) : sitePicture(site)

export const articlePicture = (
  { article, author, breadcrumb }: ArticlePage,
  { locale, title: siteTitle }: SiteData,
): Picture => ({
  kind: 'article',
  subject: article.slug,
  locale,
  siteTitle,
  section: breadcrumb.at(-1)?.title ?? '',
  title: article.title,
  author: author.title,
})

/** Without the tagline: another one must not make every page anew. */
export const sitePicture = ({ locale, title: siteTitle }: SiteData): Picture => ({
  kind: 'site',
  subject: SITE_SUBJECT,
  locale,
  siteTitle,
})
