import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { growth } from '../../../tests/support/machine/cpu-time.ts'
import { acceptanceOf, hasBody } from '../server/answers/bodies/served-body.ts'
import { parseSearchQuery } from '../server/answers/search-page.ts'
import { feedAt } from './feeds/feed-addresses.ts'
import {
  canonicalPath,
  pageDataPath,
  pathAtDataAddress,
  pathOfAddress,
  pathOfPageData,
} from './page-path.ts'

const LONGEST = 'a'.repeat(120)

describe('canonicalPath', () => {
  test.each([
    ['/', '/'],
    ['/a', '/a'],
    ['/a/', '/a'],
    ['/A', '/a'],
    ['/Articles/What-Is-A-Bond/', '/articles/what-is-a-bond'],
    ['/product-reviews/page/2', '/product-reviews/page/2'],
    ['/index', '/index'],
    [`/articles/${LONGEST}`, `/articles/${LONGEST}`],
    ['/constructor', '/constructor'],
  ])('maps %s to %s [M-109]', (pathname, path) => {
    expect(canonicalPath(pathname)).toBe(path)
  })

  test.each([
    '',
    'a',
    '//',
    '//host/x',
    '/a//b',
    '/a//',
    '/..',
    '/../a',
    '/a/../b',
    '/./a',
    '/a%2Fb',
    '/%2e%2e/a',
    '/a%00',
    '/%E0%A4%A',
    '/caf%C3%A9',
    '/100%25',
    '/a\\b',
    '/\\host',
    '/a b',
    '/a;b',
    '/a_b',
    '/a#b',
    '/404.html',
    '/500.html',
    '/index.html',
    '/.env',
    'http://host/x',
    `/${LONGEST}a`,
    `/${'a/'.repeat(200)}`,
    '/\u212a',
    '/\u0130',
  ])('maps %j to no page', (pathname) => {
    expect(canonicalPath(pathname)).toBeUndefined()
  })

  test('is idempotent for any text, or none', () => {
    const pieces = fc.constantFrom('/', '.', '..', '%2F', 'a', 'B', '-', '\\', '?', '\u0000', 'é')
    const pathname = fc.oneof(
      fc.string({ unit: 'binary' }).map((text) => `/${text}`),
      fc.array(pieces).map((parts) => `/${parts.join('')}`),
    )
    fc.assert(
      fc.property(pathname, (text) => {
        const path = canonicalPath(text)
        if (path === undefined) return
        expect(path).toMatch(/^(?:\/|(?:\/[a-z0-9-]{1,120})+)$/)
        expect(canonicalPath(path)).toBe(path)
      }),
    )
  })
})

describe('pathOfPageData', () => {
  test.each([
    ['', '/'],
    ['/', '/'],
    ['index', '/'],
    ['/index/', '/'],
    ['404', '/404.html'],
    ['404.html', '/404.html'],
    ['/404.html/', '/404.html'],
    ['500', '/500.html'],
    ['500.html', '/500.html'],
    ['articles/a', '/articles/a'],
    ['/articles/a/', '/articles/a'],
    ['Articles/A', '/articles/a'],
    ['constructor', '/constructor'],
    ['hasownproperty', '/hasownproperty'],
  ])('maps %j to %s', (name, path) => {
    expect(pathOfPageData(name)).toBe(path)
  })

  test.each(['..', 'a/../b', 'a%2Fb', 'a//b', 'a.html', '__proto__', 'valueOf/x.y'])(
    'maps %j to no page',
    (name) => {
      expect(pathOfPageData(name)).toBeUndefined()
    },
  )

  test.each(['/', '/articles/a', '/404.html'])('inverts pageDataPath for %s', (path) => {
    const [, name = ''] = /^\/page-data\/(.*)\/page-data\.json$/.exec(pageDataPath(path)) ?? []
    expect(pathOfPageData(name)).toBe(path)
  })
})

/** Parts of a request's address, each to be tried at every place. */
const SHAPES: [string, string, string][] = [
  ['/a', '/', 'a'],
  ['/', 'a', ''],
  ['/', '-', ''],
  ['/a/b', '?topic=', ''],
  ['', ' ', 'a'],
  ['', 'a, ', ''],
  ['', '"', 'a'],
  ['', ';q=0', 'a'],
  ['gzip;', ' ', 'q'],
  ['gzip;q=0.', '0', 'a'],
  ['', '%', ''],
]

test.each(SHAPES)('%s%s…%s is parsed in linear time, at any position [T6]', (...shape) => {
  const [before, part, after] = shape
  const make = (size: number) => before + part.repeat(size / part.length) + after
  const body = { contentType: 'text/html', etag: 'x', bytes: { identity: Buffer.from('') } }
  const read = (text: string) => {
    canonicalPath(text)
    pathOfAddress('/a/b', text)
    pathOfPageData(text)
    pathAtDataAddress(`/page-data${text}/page-data.json`)
    feedAt(text)
    parseSearchQuery({ q: text, page: text })
    acceptanceOf(text)
    hasBody(text, body)
  }
  expect(growth(make, 100_000, read)).toBeLessThan(4)
})
