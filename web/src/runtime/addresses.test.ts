import { describe, expect, test } from 'vitest'
import { hrefOf, keyOf, pageDataAddress, targetOf } from './addresses.ts'

const BASE = 'https://finlore.example/articles/bonds'
const dataFor = (href: string) => {
  const target = targetOf(href, BASE)
  return target && pageDataAddress(target)
}

describe('the address of a page’s data, from a link [C35]', () => {
  test.each([
    ['/', '/page-data/index/page-data.json'],
    ['/index.html', '/page-data/index/page-data.json'],
    ['/a', '/page-data/a/page-data.json'],
    ['/a/', '/page-data/a/page-data.json'],
    ['/a/#x', '/page-data/a/page-data.json'],
    ['/a?utm_source=x', '/page-data/a/page-data.json'],
    ['/search?q=bond', '/page-data/search/page-data.json?q=bond'],
    ['/a/b?topic=x', '/page-data/a/b/topics/x/page-data.json'],
    ['/a/b/?utm_source=y&topic=x#z', '/page-data/a/b/topics/x/page-data.json'],
    ['/a/b/page/2?topic=x', '/page-data/a/b/topics/x/page/2/page-data.json'],
    ['/articles/b?topic=x', '/page-data/articles/b/page-data.json'],
    ['/caf%C3%A9/', '/page-data/caf%C3%A9/page-data.json'],
    ['/café', '/page-data/caf%C3%A9/page-data.json'],
    ['/a%2Fb', '/page-data/a%2Fb/page-data.json'],
    ['/a%3Fb', '/page-data/a%3Fb/page-data.json'],
    ['/a%23b', '/page-data/a%23b/page-data.json'],
    ['/100%25', '/page-data/100%25/page-data.json'],
    ['/A', '/page-data/A/page-data.json'],
    ['stocks', '/page-data/articles/stocks/page-data.json'],
    ['', '/page-data/articles/bonds/page-data.json'],
    ['https://finlore.example/terms', '/page-data/terms/page-data.json'],
  ])('%s → %s', (href, address) => {
    expect(dataFor(href)).toBe(address)
  })

  test.each([
    '/%E0%A4%A',
    '/%',
    '/a//b/',
    '//',
    'https://',
    'https://other.example/a',
    'http://finlore.example/a',
    'mailto:hello@finlore.example',
    'javascript:alert(1)',
    '/sitemap.xml',
    '/expert-advice/feed.atom',
    '/assets/entry.js',
    '/api/search?q=a',
    '/page-data/a/page-data.json',
  ])('%s is left to the browser', (href) => {
    expect(targetOf(href, BASE)).toBeUndefined()
  })

  test('two slashes never become another origin [M-706, C36]', () => {
    for (const href of [
      '//evil.example',
      '//evil.example/x',
      '\\\\evil.example',
      '/\\evil.example',
    ]) {
      expect(targetOf(href, BASE), href).toBeUndefined()
    }
  })
})

test('a link keeps query and hash; only those of search and topics change the page', () => {
  const link = targetOf('/a/?x=1#y', BASE)
  expect(link && hrefOf(link)).toBe('/a?x=1#y')
  expect(link && keyOf(link)).toBe('/a')
  const search = targetOf('/search?q=a', BASE)
  expect(search && keyOf(search)).toBe('/search?q=a')
  const topic = targetOf('/a/b?topic=x', BASE)
  expect(topic && hrefOf(topic)).toBe('/a/b?topic=x')
  expect(topic && keyOf(topic)).toBe('/a/b/topics/x')
})
