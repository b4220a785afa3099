/** One address of every page kind that the real content has. */
export const PAGE_KINDS = {
  home: '/',
  category: '/expert-advice',
  subcategory: '/product-reviews/etfs',
  article: '/articles/how-a-broad-index-etf-works',
  authors: '/authors',
  author: '/authors/eleanor-whitcombe',
  info: '/info/about-us',
  sitemap: '/sitemap',
  search: '/search',
  'search results': '/search?q=how',
  'not found': '/no-such-page',
} as const
