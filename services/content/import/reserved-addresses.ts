import { LETTERS } from '../articles/letters.ts'
import { ALL } from '../articles/listings.ts'

/** First segments of addresses that are taken, whatever stands below them. */
export const ROUTED: ReadonlySet<string> = new Set([
  // Pages of which there is one each.
  ...['articles', 'authors', 'search', 'sitemap', '404.html', '500.html'],
  // Data and files that render makes; a test compares them with its routes.
  ...['page-data', 'slice-data', 'assets', 'og', 'portraits'],
  ...['sitemaps', 'sitemap.xml', 'sitemap-index.xml'],
  ...['feed.atom', 'feed.json', 'llms.txt', 'robots.txt', 'sw.js', 'manifest.webmanifest'],
  // Files of `web/public`, which a test compares, too.
  ...['apple-touch-icon.png', 'favicon.ico', 'favicon.svg', 'icons', 'logo.svg'],
  // What is answered elsewhere: by search, by other sites, by the service worker alone.
  ...['api', '__third-party-proxy', 'offline'],
])

/** First segments that no category may have. One of them is no address: the list of all articles. */
export const RESERVED: ReadonlySet<string> = new Set([
  ...ROUTED,
  ...['info', 'privacy-policy', 'terms', ALL],
])

/** Second segments that no subcategory may have. */
export const RESERVED_BELOW: ReadonlySet<string> = new Set([LETTERS])
