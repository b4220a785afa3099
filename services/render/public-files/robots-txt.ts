import type { IndexingSwitch } from '#shared/http/indexing.ts'

/**
 * Everything may be read. Search results say themselves that they are not to be listed, and so does
 * every answer of a site that is not to be found: who may not read it would never hear of that, and
 * list its address all the same.
 */
export const renderRobots = (siteUrl: string, indexing: IndexingSwitch) => `User-agent: *
Disallow: /api/
Disallow: /__third-party-proxy
${indexing === 'on' ? `\nSitemap: ${siteUrl}/sitemap.xml\n` : ''}`
