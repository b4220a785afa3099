import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { rawRequest } from '../../../support/hostile/raw-request.ts'
import { type WiredSite, wireSite } from '../../../support/site/wire-site.ts'

let site: WiredSite
beforeAll(async () => {
  site = await wireSite({ without: ['worker'] })
})
afterAll(() => site.close())

describe('the readers’ port', () => {
  test.each([
    '/livez',
    '/readyz',
    '/metrics',
    '/page-models?paths=/',
    '/sitemap-model',
    '/titles',
    '/names',
  ])('answers 404 at %s [M-001, M-610, M-709]', async (path) => {
    const answer = await rawRequest(site.url, path)

    expect(answer.status).toBe(404)
    expect(answer.headers['content-type']).toBe('text/html; charset=utf-8')
    expect(answer.text).toContain('Page not found')
  })

  test.each([
    '/changes?after=0',
    '/articles/what-owning-a-share-gives-you/../../changes?after=0',
    '/api/search/../../changes?after=0',
    '/api/search/..%2f..%2fchanges?after=0',
  ])('does not route to the change feed by %s [T14]', async (path) => {
    const answer = await rawRequest(site.url, path)

    expect(answer.status).toBe(404)
    expect(answer.text).not.toContain('"feed"')
  })

  test.each(['POST', 'PUT', 'PATCH', 'DELETE', 'TRACE', 'PROPFIND'])(
    'refuses %s at every address',
    async (method) => {
      for (const path of ['/', '/articles/a', '/api/search', '/page-data/app-data.json', '//a/b']) {
        const answer = await rawRequest(site.url, path, { method })
        expect(answer.status, path).toBe(405)
        expect(answer.headers).toMatchObject({
          allow: 'GET, HEAD, OPTIONS',
          'cache-control': 'no-store',
        })
        expect(answer.text).toBe('')
      }
    },
  )

  test('answers OPTIONS with the allowed methods at every address [M-001]', async () => {
    for (const path of ['/', '/articles/a', '/api/search', '/page-data/app-data.json', '//a/b']) {
      const { status, headers, text } = await rawRequest(site.url, path, { method: 'OPTIONS' })
      expect([status, headers.allow, headers['cache-control'], text], path).toEqual([
        ...[204, 'GET, HEAD, OPTIONS', 'no-store', ''],
      ])
    }
  })

  test.each([
    '//evil.example/x',
    '///evil.example/x',
    '/\\evil.example/x',
    'http://evil.example/x',
    'https://evil.example/',
    '/../etc/passwd',
    '/a/../b',
    '/%2e%2e/etc/passwd',
    '/..%2fetc%2fpasswd',
    '/%E0%A4%A',
    '/100%',
    '/%00',
    '/a\\b',
    '/caf%C3%A9',
    `/${'a'.repeat(5_000)}`,
    '/constructor',
    '*',
  ])('answers 404 for %s, without a request to another host [T6, T19, T21]', async (path) => {
    const answer = await rawRequest(site.url, path)

    expect(answer.status).toBe(404)
    expect(answer.headers['content-type']).toBe('text/html; charset=utf-8')
    expect(answer.headers['x-frame-options']).toBe('DENY')
    expect(answer.text).toContain('<title data-gatsby-head="true">Page not found')
    expect((await rawRequest(site.url, path, { method: 'HEAD' })).status).toBe(404)
  })

  test('answers an absolute request target of its own host', async () => {
    const { host } = new URL(site.url)
    for (const [address, path] of [
      [`http://${host}/terms?a=b`, '/terms'],
      [`HTTPS://${host.toUpperCase()}/terms`, '/terms'],
      [`http://${host}`, '/'],
      [`http://${host}?a=b`, '/'],
      [`http://${host}/api/search?q=bond`, '/api/search?q=bond'],
    ] as const) {
      const [plain, whole] = [await rawRequest(site.url, path), await rawRequest(site.url, address)]
      expect(whole.status, address).toBe(200)
      expect(whole.bytes, address).toEqual(plain.bytes)
    }
    for (const address of [`http://${host}//evil.example/x`, `http://me@${host}/terms`]) {
      expect((await rawRequest(site.url, address)).status, address).toBe(404)
    }
    const headers = { host: 'evil.example' }
    const other = await rawRequest(site.url, `http://${host}/terms`, { headers })
    expect(other.status).toBe(404)
  })

  test('passes every search on', async () => {
    const answer = await rawRequest(site.url, '/api/search?q=%2F%2Fevil..%2F%25+bond&limit=3')

    expect(answer.status).toBe(200)
    expect(JSON.parse(answer.text)).toMatchObject({ query: '//evil../% bond', total: 0 })
    expect(answer.headers['x-search-engine']).toBe('embedded')
  })

  test('routes an address that only starts like a search to pages', async () => {
    expect((await rawRequest(site.url, '/api/searching')).headers['content-type']).toContain('html')
    expect((await rawRequest(site.url, '/API/search?q=bond')).status).toBe(404)
  })

  test('keeps the id of a request and adds one to every answer', async () => {
    const headers = { 'x-request-id': 'request-from-reader' }

    expect((await rawRequest(site.url, '/', { headers })).headers['x-request-id']).toBe(
      'request-from-reader',
    )
    expect((await rawRequest(site.url, '/')).headers['x-request-id']).toMatch(/^[0-9a-f-]{36}$/)
  })
})
