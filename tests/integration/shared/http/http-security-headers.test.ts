import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { securityHeaders } from '../../../../services/shared/http/security-headers.ts'
import { sendBytes } from '../../../support/hostile/raw-bytes.ts'
import { type RawAnswer, rawRequest } from '../../../support/hostile/raw-request.ts'
import { SITE_URL, type WiredSite, wireSite } from '../../../support/site/wire-site.ts'

const ARTICLE = '/articles/what-owning-a-share-gives-you'
const RENAMED = '/articles/how-to-read-inflation-figures'
const WITHDRAWN = '/articles/defi-and-nft-explained'

let site: WiredSite
beforeAll(async () => {
  site = await wireSite({ without: ['worker'] })
  await site.edit('PATCH', RENAMED, { slug: 'inflation-figures' })
  await site.edit('DELETE', WITHDRAWN)
})
afterAll(() => site.close())

/** Everything that protects readers, and nothing that says what we run or who they are. */
function expectProtected({ headers }: RawAnswer, more: Record<string, string> = {}) {
  expect(headers).toMatchObject({ ...securityHeaders(SITE_URL), ...more })
  expect(headers['x-request-id']).toMatch(/^[0-9a-f-]{36}$/)
  for (const name of ['server', 'x-powered-by', 'set-cookie', 'via']) {
    expect(headers).not.toHaveProperty(name)
  }
}

test('the policy allows only the site’s own scripts, and only its own trusted types [P7]', () => {
  const { 'content-security-policy': policy = '' } = securityHeaders(SITE_URL)
  const directives = new Map(
    policy.split('; ').map((part): [string, string] => {
      const [name = '', ...values] = part.split(' ')
      return [name, values.join(' ')]
    }),
  )
  expect(directives.get('default-src')).toBe("'none'")
  expect(directives.get('script-src')).toBe("'self'")
  expect(directives.get('require-trusted-types-for')).toBe("'script'")
  expect(directives.get('trusted-types')).toBe('app#1')
  expect(directives.get('frame-ancestors')).toBe("'none'")
  expect(directives.get('base-uri')).toBe("'none'")
  expect(directives.has('upgrade-insecure-requests')).toBe(true)
})

test('browsers are asked to stay with https for this host alone, unless an operator says more', () => {
  const sent = (...given: Parameters<typeof securityHeaders>) =>
    securityHeaders(...given)['strict-transport-security']
  expect(sent('http://localhost')).toBeUndefined()
  expect(sent(SITE_URL)).toBe('max-age=63072000')
  expect(sent(SITE_URL, 'subdomains')).toBe('max-age=63072000; includeSubDomains')
  expect(sent(SITE_URL, 'preload')).toBe('max-age=63072000; includeSubDomains; preload')
})

describe('through the ingress, every answer has every security header: [T12]', () => {
  test.each([
    ['GET', '/', 200],
    ['HEAD', '/', 200],
    ['GET', ARTICLE, 200],
    ['GET', '/search?q=bond', 200],
    ['GET', `/page-data${ARTICLE}/page-data.json`, 200],
    ['GET', '/page-data/app-data.json', 200],
    ['GET', '/slice-data/header.json', 200],
    ['GET', '/feed.atom', 200],
    ['GET', '/feed.rss', 200],
    ['GET', '/feed.json', 200],
    ['GET', '/sitemap.xml', 200],
    ['GET', '/robots.txt', 200],
    ['GET', '/llms.txt', 200],
    ['GET', '/.well-known/security.txt', 200],
    ['GET', '/manifest.webmanifest', 200],
    ['GET', '/favicon.svg', 200],
    ['GET', '/sw.js', 200],
    ['GET', '/page-data/index/page-data-rsc.json', 200],
    ['GET', '/api/search?q=bond', 200],
    ['HEAD', '/api/search?q=bond', 200],
    ['GET', RENAMED, 301],
    ['GET', '/about', 308],
    ['GET', `${ARTICLE}/`, 308],
    ['GET', ARTICLE.toUpperCase(), 308],
    ['GET', '/api/search?limit=0', 400],
    ['GET', '/no-such-page', 404],
    ['GET', '//evil.example/x', 404],
    ['GET', '/page-data/no-such-page/page-data.json', 404],
    ['GET', '/no-such-category/feed.atom', 404],
    ['GET', '/assets/no-such.js', 404],
    ['GET', '/__third-party-proxy?url=https://example.com/a.js', 403],
    ['GET', '/api/search/nothing', 404],
    ['POST', '/', 405],
    ['DELETE', '/api/search', 405],
    ['OPTIONS', '/', 204],
    ['OPTIONS', '/api/search', 204],
    ['GET', WITHDRAWN, 410],
  ] as const)('%s %s, %i', async (method, path, status) => {
    const answer = await rawRequest(site.url, path, { method })

    expect(answer.status).toBe(status)
    expectProtected(answer)
  })

  test.each(['/', '/feed.json', '/api/search?q=bond', '/favicon.svg'])(
    '304 for %s',
    async (path) => {
      const { headers } = await rawRequest(site.url, path)
      const again = await rawRequest(site.url, path, {
        headers: { 'if-none-match': headers.etag ?? '' },
      })

      expect(again.status).toBe(304)
      expectProtected(again)
    },
  )

  test('a picture of a page, which other sites may show', async () => {
    const { text } = await rawRequest(site.url, ARTICLE)
    const [, picture = ''] = /property="og:image" content="([^"]+)"/.exec(text) ?? []
    const answer = await rawRequest(site.url, new URL(picture).pathname)

    expect([answer.status, answer.headers['content-type']]).toEqual([200, 'image/png'])
    expectProtected(answer, { 'cross-origin-resource-policy': 'cross-origin' })
  })
})

test('a feed names the first picture of an article, which other sites may show', async () => {
  const { text: map } = await rawRequest(site.url, '/sitemap')
  const feeds = new Set(
    Array.from(
      map.matchAll(/href="(\/[a-z0-9-]+)\/[a-z0-9-]+"/g),
      ([, list]) => `${list}/feed.json`,
    ),
  )
  const items: { image?: string; url: string }[] = []
  for (const feed of feeds) {
    const { status, text } = await rawRequest(site.url, feed)
    if (status === 200) items.push(...JSON.parse(text).items)
  }
  const { image = '', url = '' } = items.find((item) => item.image !== undefined) ?? {}
  const address = new URL(image).pathname
  expect((await rawRequest(site.url, new URL(url).pathname)).text).toContain(`src="${address}"`)
  const answer = await rawRequest(site.url, address)
  expect([answer.status, answer.headers['cache-control']]).toEqual([
    200,
    'public, max-age=31536000, immutable',
  ])
  expectProtected(answer, { 'cross-origin-resource-policy': 'cross-origin' })
})

describe('a malformed request is refused with a text and every security header [T8]', () => {
  test.each([
    ['something that is not HTTP', 'HELLO\r\n\r\n', 400],
    ['a header without a name', 'GET / HTTP/1.1\r\nHost: a\r\n: b\r\n\r\n', 400],
    [
      'two lengths',
      'POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\nx',
      400,
    ],
    ['headers without end', `GET / HTTP/1.1\r\nHost: a\r\nX: ${'x'.repeat(20_000)}\r\n\r\n`, 431],
    ['a wish nobody can fulfil', 'GET / HTTP/1.1\r\nHost: a\r\nExpect: wonders\r\n\r\n', 417],
  ])('%s', async (_name, bytes, status) => {
    const answer = await sendBytes(site.url, bytes)
    expect(answer.status).toBe(status)
    expectProtected(answer)
    expect(JSON.parse(answer.text)).toEqual({
      code: 'refused',
      detail: expect.any(String),
      help: 'docs/errors.md#refused',
      requestId: answer.headers['x-request-id'],
    })
    expect(answer.headers['cache-control']).toBe('no-store')
  })

  test('a request without a host', async () => {
    const answer = await sendBytes(site.url, 'GET / HTTP/1.1\r\nConnection: close\r\n\r\n')
    expect(answer.status).toBe(400)
    expectProtected(answer)
    expect(JSON.parse(answer.text).detail).toBe('The request names no host')
  })
})
