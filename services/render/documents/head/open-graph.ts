import { withoutQuery } from '#shared/addresses/topic-address.ts'
import type { Page } from '#shared/contracts/page.ts'
import { PICTURE_SIZE } from '../picture.ts'
import { ogImagePath } from '../picture-address.ts'
import { otherLocales } from './alternates.ts'
import { type HeadInput, meta, property } from './head-tags.ts'

/**
 * What other sites show beside a link to the page. X reads Open Graph too, and only needs to know
 * that the picture is a large one.
 */
export function openGraph(input: HeadInput): string[] {
  const { page, shell, siteUrl } = input
  const { site } = shell
  return [
    property('og:type', typeOf(page)),
    property('og:site_name', site.title),
    property('og:title', page.kind === 'article' ? page.article.title : page.seo.title),
    property('og:description', page.seo.description),
    property('og:url', siteUrl + withoutQuery(page.path)),
    property('og:locale', site.locale),
    ...otherLocales(input).map((locale) => property('og:locale:alternate', locale)),
    property('og:image', siteUrl + ogImagePath(page, shell)),
    property('og:image:type', 'image/png'),
    property('og:image:width', String(PICTURE_SIZE.width)),
    property('og:image:height', String(PICTURE_SIZE.height)),
    property('og:image:alt', imageAlt(input)),
    ...articleProperties(input),
    meta('twitter:card', 'summary_large_image'),
  ]
}

function typeOf({ kind }: Page): string {
  if (kind === 'article') return 'article'
  return kind === 'author' ? 'profile' : 'website'
}

/** The words in the picture. */
const imageAlt = ({ page, shell }: HeadInput) =>
  page.kind === 'article' ? page.article.title : shell.site.title

function articleProperties({ page, siteUrl }: HeadInput): string[] {
  if (page.kind !== 'article') return []
  const { article, author, breadcrumb } = page
  const section = breadcrumb.at(-1)
  return [
    property('article:published_time', article.publishedAt),
    property('article:modified_time', article.updatedAt),
    property('article:author', siteUrl + author.path),
    ...(section ? [property('article:section', section.title)] : []),
  ]
}
