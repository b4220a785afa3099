/** Everything may be read; search results and the files behind pages need not be listed. */
export const renderRobots = (siteUrl: string) => `User-agent: *
Disallow: /search
Disallow: /api/
Disallow: /__third-party-proxy

Sitemap: ${siteUrl}/sitemap.xml
`
