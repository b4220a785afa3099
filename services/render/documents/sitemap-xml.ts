import type { SitemapEntry } from '#shared/contracts/page-model.ts'
import type { PagePath } from '#shared/contracts/primitives.ts'
import { escapeXml } from './escape.ts'

/** The index of the XML site map. */
export const SITEMAP_PATH = '/sitemap.xml'
/** Where some search engines look first; the same body. */
export const OTHER_INDEX_PATH = '/sitemap-index.xml'
/** The names of elements about pictures, which all search engines know by this address. */
const IMAGES = 'xmlns:image="http://www.google.com/schemas/sitemap-image/1.1"'
const PARTS = /^\/sitemaps\/[a-z0-9-]{1,40}\.xml$/

const isIndex = (path: PagePath) => path === SITEMAP_PATH || path === OTHER_INDEX_PATH

/** Whether this path can be that of a site map file; only content knows whether it exists. */
export const isSitemapPath = (path: PagePath): boolean => isIndex(path) || PARTS.test(path)

/**
 * A site map file: address, time of last change and pictures, and nothing that search engines ignore.
 *
 * @param path the path of the file: the index names other files, those name pages
 * @param siteUrl without a slash at its end
 */
export function renderSitemap(
  path: PagePath,
  entries: readonly SitemapEntry[],
  siteUrl: string,
): string {
  const [set, item] = isIndex(path) ? ['sitemapindex', 'sitemap'] : ['urlset', 'url']
  const items = entries.map(({ path: page, modifiedAt, pictures = [] }) => {
    const images = pictures.map(
      (picture) =>
        `<image:image><image:loc>${escapeXml(siteUrl + picture)}</image:loc></image:image>`,
    )
    return `<${item}><loc>${escapeXml(siteUrl + page)}</loc><lastmod>${modifiedAt}</lastmod>${images.join('')}</${item}>`
  })
  const names = entries.some(({ pictures }) => pictures) ? ` ${IMAGES}` : ''
  return `<?xml version="1.0" encoding="UTF-8"?>
<${set} xmlns="http://www.sitemaps.org/schemas/sitemap/0.9"${names}>
${items.join('\n')}
</${set}>
`
}
