import type { IndexingSwitch } from '#shared/http/indexing.ts'

/**
 * Crawlers may read every page. Search results carry `noindex` themselves, and so does every answer
 * of a site that is not to be indexed: a crawler that may not read a page never sees its `noindex`
 * and may list the address all the same.
 */
export const renderRobots = (siteUrl: string, indexing: IndexingSwitch) => `User-agent: *
Disallow: /api/
Disallow: /__third-party-proxy
${indexing === 'on' ? `\nSitemap: ${siteUrl}/sitemap.xml\n` : ''}`
