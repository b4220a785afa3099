/** Everything may be read. Search results say themselves that they are not to be listed. */
export const renderRobots = (siteUrl: string) => `User-agent: *
Disallow: /api/
Disallow: /__third-party-proxy

Sitemap: ${siteUrl}/sitemap.xml
`
