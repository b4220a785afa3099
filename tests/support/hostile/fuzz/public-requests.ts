import fc from 'fast-check'
import { almost, hostileText } from './hostile-text.ts'
import type { WireRequest } from './send-request.ts'

/** One address at least of each public route; the patterns are those of `services/render/documents/routes.ts`. */
export const PUBLIC_ADDRESSES: Readonly<Record<string, readonly string[]>> = {
  '/*': [
    '/',
    '/expert-advice',
    '/product-reviews/etfs',
    '/authors',
    '/terms',
    '/sitemap',
    '/search',
    '/facts',
    '/tools',
    '/corrections',
  ],
  '/facts.json': ['/facts.json'],
  '/facts.csv': ['/facts.csv'],
  '/facts.md': ['/facts.md'],
  '/tools.md': ['/tools.md'],
  '/corrections.md': ['/corrections.md'],
  '/page-data/*': [
    '/page-data/index/page-data.json',
    '/page-data/expert-advice/page-data.json',
    '/page-data/authors/page-data-rsc.json',
    '/page-data/app-data.json',
  ],
  '/page-data/sq/d/:file': ['/page-data/sq/d/123.json'],
  '/slice-data/:file': ['/slice-data/a.json'],
  '/articles/:slug(^[a-z0-9-]{1,120}).md': [
    '/articles/what-a-bond-is-and-why-its-price-moves.md',
    '/articles/what-a-bond-is-and-why-its-price-moves',
  ],
  '/terms/:slug(^[a-z0-9-]{1,120}).md': ['/terms/bond.md', '/terms/bond'],
  '/sitemaps/*': ['/sitemaps/pages.xml', '/sitemap.xml'],
  '/feed.atom': ['/feed.atom'],
  '/feed.rss': ['/feed.rss'],
  '/feed.json': ['/feed.json'],
  '/:category/feed.atom': ['/expert-advice/feed.atom'],
  '/:category/feed.rss': ['/expert-advice/feed.rss'],
  '/:category/feed.json': ['/expert-advice/feed.json'],
  '/llms.txt': ['/llms.txt', '/robots.txt'],
  '/.well-known/security.txt': ['/.well-known/security.txt'],
  '/api/client-errors/:kind': ['/api/client-errors/page', '/api/client-errors/none'],
  '/opensearch.xml': ['/opensearch.xml'],
  '/manifest.webmanifest': ['/manifest.webmanifest', '/sw.js'],
  '/assets/*': ['/assets/a-12345678.js'],
  '/og/*': ['/og/article-what-a-bond-is-0123456789abcdef.png'],
  '/pictures/:file': [
    '/pictures/pay-stub-0123456789ab.svg',
    '/pictures/pay-stub--dark-0123456789ab.avif',
  ],
  '/portraits/:file': ['/portraits/eleanor-whitcombe-0123456789ab-96.webp'],
  '/__third-party-proxy': ['/__third-party-proxy'],
  '/api/search': ['/api/search'],
}

const NAMES = [
  'q',
  'limit',
  'offset',
  'page',
  'topic',
  'url',
  'lite',
  '__proto__',
  'q[]',
  'a[b][c]',
]
const SEARCHES = ['bond', 'what a bond is', 'a b c d e f g h i j k l m n o p', '1', '10000', 'ETF']
const HEADERS = [
  ...[
    'accept',
    'accept-encoding',
    'accept-language',
    'if-none-match',
    'if-modified-since',
    'range',
  ],
  ...[
    'cookie',
    'origin',
    'save-data',
    'user-agent',
    'x-request-id',
    'x-forwarded-for',
    'forwarded',
  ],
  ...[
    'x-forwarded-host',
    'x-original-url',
    'x-http-method-override',
    'content-encoding',
    'purpose',
  ],
]
const METHODS = ['HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS', 'TRACE', 'GETS']

const value = fc.oneof(fc.constantFrom(...SEARCHES), hostileText(3_000))
const pair = fc
  .tuple(fc.constantFrom(...NAMES), value, fc.boolean())
  .map(([name, text, isRaw]) => `${name}=${isRaw ? text : encodeURIComponent(text.toWellFormed())}`)
const query = fc.oneof(
  fc.constant(''),
  fc.array(pair, { minLength: 1, maxLength: 3 }).map((pairs) => `?${pairs.join('&')}`),
)
const address = fc.constantFrom(...Object.values(PUBLIC_ADDRESSES).flat())
const path = fc.oneof(
  address,
  address.chain(almost),
  hostileText(6_000).map((text) => `/${text}`),
  hostileText(2_000).map((text) => `/${encodeURI(text.toWellFormed())}`),
  fc
    .tuple(address, hostileText(100))
    .map(([known, text]) => `${known}/${encodeURIComponent(text.toWellFormed())}`),
  hostileText(100),
)
const headers = fc.array(
  fc.tuple(
    fc.constantFrom(...HEADERS),
    fc.oneof(hostileText(2_000), fc.constantFrom('br', '*', 'gzip;q=0', 'identity', '"x"')),
  ),
  { maxLength: 3 },
)
const method = fc.oneof(
  { weight: 6, arbitrary: fc.constant('GET') },
  { weight: 1, arbitrary: fc.constantFrom(...METHODS) },
)
const body = fc.oneof(
  { weight: 9, arbitrary: fc.constant(undefined) },
  { weight: 1, arbitrary: hostileText(5_000) },
)

/** Requests to the ingress: valid, almost valid, and hostile. */
export const publicRequest: fc.Arbitrary<WireRequest> = fc
  .tuple(method, path, query, headers, body)
  .map(([method, path, query, headers, body]) => ({ method, target: path + query, headers, body }))
