/** Templates of the routes, by which metrics tell answers apart. */
export const ROUTES = {
  page: '/*',
  pageData: '/page-data/*',
  staticQuery: '/page-data/sq/d/:file',
  slice: '/slice-data/:file',
  sitemapPart: '/sitemaps/*',
  asset: '/assets/*',
} as const
