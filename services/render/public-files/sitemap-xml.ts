import type { SitemapEntry } from '#shared/contracts/page-model.ts'
import { escapeHtml } from '../pages/document.ts'

export const SITEMAP_PATH = '/sitemap.xml'

/** The sitemap protocol: address and time of last change, and nothing that search engines ignore. */
export function renderSitemap(entries: readonly SitemapEntry[], siteUrl: string): string {
  const urls = entries.map(
    ({ path, modifiedAt }) =>
      `<url><loc>${escapeHtml(siteUrl + path)}</loc><lastmod>${modifiedAt}</lastmod></url>`,
  )
  return `<?xml version="1.0" encoding="UTF-8"?>
<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">
${urls.join('\n')}
</urlset>
`
}
