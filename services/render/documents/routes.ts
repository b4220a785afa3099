/** Templates of the routes, which are labels in metrics. */
export const ROUTES = {
  page: '/*',
  pageData: '/page-data/*',
  staticQuery: '/page-data/sq/d/:file',
  slice: '/slice-data/:file',
  articleMarkdown: '/articles/:slug(^[a-z0-9-]{1,120}).md',
  sitemapPart: '/sitemaps/*',
  feedAtom: '/feed.atom',
  feedJson: '/feed.json',
  categoryAtom: '/:category/feed.atom',
  categoryJson: '/:category/feed.json',
  llms: '/llms.txt',
  manifest: '/manifest.webmanifest',
  asset: '/assets/*',
  picture: '/og/*',
  portrait: '/portraits/:file',
  thirdParty: '/__third-party-proxy',
} as const
