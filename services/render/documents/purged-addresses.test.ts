import { expect, test } from 'vitest'
import { purgedAddresses } from './purged-addresses.ts'

test.each([
  ['/', ['/', '/page-data/index/page-data.json']],
  [
    '/articles/what-a-bond-is',
    [
      '/articles/what-a-bond-is',
      '/page-data/articles/what-a-bond-is/page-data.json',
      '/articles/what-a-bond-is.md',
    ],
  ],
  [
    '/advice/funds/topics/etfs/page/2',
    [
      '/advice/funds/page/2?topic=etfs',
      '/page-data/advice/funds/topics/etfs/page/2/page-data.json',
    ],
  ],
  [
    '/facts',
    ['/facts', '/page-data/facts/page-data.json', '/facts.md', '/facts.json', '/facts.csv'],
  ],
  ['/advice/feed.atom', ['/advice/feed.atom', '/advice/feed.rss', '/advice/feed.json']],
  [
    '/shell.json',
    ['/llms.txt', '/manifest.webmanifest', '/opensearch.xml', '/.well-known/security.txt'],
  ],
  ['/sitemap.xml', ['/sitemap.xml']],
  ['/sitemaps/articles-1.xml', ['/sitemaps/articles-1.xml']],
])('%s is purged at each of its addresses', (path, addresses) => {
  expect(purgedAddresses(path)).toEqual(addresses)
})
