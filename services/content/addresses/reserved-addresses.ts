import { ERROR_PATH } from '#shared/contracts/page.ts'
import { LETTERS } from './letter-addresses.ts'
import { ALL } from './lists.ts'
import { SINGLE_PATHS } from './single-pages.ts'

/** First segments of paths that are in use, with everything below them. */
export const ROUTED: ReadonlySet<string> = new Set([
  // Single pages; the home page has no segment.
  ...[...SINGLE_PATHS, ERROR_PATH].flatMap((path) => path.split('/')[1] || []),
  'articles',
  // Data and files made by render. A test compares this with the routes of render.
  ...['page-data', 'slice-data', 'assets', 'og', 'pictures', 'portraits'],
  ...['sitemaps', 'sitemap.xml', 'sitemap-index.xml'],
  ...[
    'facts.json',
    'facts.csv',
    'facts.md',
    'tools.md',
    'corrections.md',
    'feed.atom',
    'feed.rss',
    'feed.json',
    'llms.txt',
    'robots.txt',
    'sw.js',
    'manifest.webmanifest',
    'opensearch.xml',
  ],
  ...['.well-known'],
  // Files of `web/public`. A test compares this with the folder.
  ...['apple-touch-icon.png', 'favicon.ico', 'favicon.svg', 'icons', 'logo.svg'],
  // Paths answered by search, by other sites, or only by the service worker.
  ...['api', '__third-party-proxy', 'offline'],
])

/** First segments that no category may have. `ALL` is not a path, but the name of a list. */
export const RESERVED: ReadonlySet<string> = new Set([
  ...ROUTED,
  ...['info', 'privacy-policy', 'terms', ALL],
])

/** Second segments that no subcategory may have. */
export const RESERVED_BELOW: ReadonlySet<string> = new Set([LETTERS])
