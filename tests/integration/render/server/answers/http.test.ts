import { readdir } from 'node:fs/promises'
import path from 'node:path'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { CACHING } from '../../../../../services/render/server/answers/bodies/caching.ts'
import { type RawAnswer, rawRequest } from '../../../../support/hostile/raw-request.ts'
import { findStale } from '../../../../support/pages/stored-pages.ts'
import { type WiredSite, wireSite } from '../../../../support/site/wire-site.ts'

const RENAMED = 'how-to-read-inflation-figures'
const WITHDRAWN = 'defi-and-nft-explained'
const ARTICLE = '/articles/what-owning-a-share-gives-you'

let site: WiredSite
let asset: string
beforeAll(async () => {
  site = await wireSite()
  await site.edit('PATCH', `/articles/${RENAMED}`, { slug: 'inflation-figures' })
  await site.edit('DELETE', `/articles/${WITHDRAWN}`)
  const assets = await readdir(path.join(site.bundle.clientFolder, 'assets'))
  asset = `/assets/${assets.find((name) => name.endsWith('.js'))}`
  await vi.waitFor(
    async () => {
      expect((await get(`/articles/${RENAMED}`)).status).toBe(301)
      expect((await get(`/articles/${WITHDRAWN}`)).status).toBe(410)
      // Pages that only mention them come after.
      expect(await findStale(site)).toEqual([])
    },
    { timeout: 20_000, interval: 50 },
  )
})
afterAll(() => site.close())

const ask = (address: string, method = 'GET', headers: Record<string, string> = {}) =>
  rawRequest(site.url, address, { method, headers })
const get = (address: string, headers: Record<string, string> = {}) => ask(address, 'GET', headers)

/** One address of every kind, with the status of its answer. */
const KINDS: readonly (readonly [string, number])[] = [
  ['/', 200],
  [ARTICLE, 200],
  ['/search', 200],
  ['/search?q=bond', 200],
  [`/page-data${ARTICLE}/page-data.json`, 200],
  ['/page-data/search/page-data.json?q=bond', 200],
  ['/page-data/app-data.json', 200],
  ['/page-data/404.html/page-data.json', 200],
  ['/page-data/500.html/page-data.json', 200],
  ['/slice-data/header.json', 200],
  ['/sitemap.xml', 200],
  ['/robots.txt', 200],
  ['/favicon.svg', 200],
  ['/logo.svg', 200],
  ['/feed.atom', 200],
  ['/feed.rss', 200],
  ['/expert-advice/feed.json', 200],
  ['/llms.txt', 200],
  [`${ARTICLE}.md`, 200],
  ['/manifest.webmanifest', 200],
  ['/opensearch.xml', 200],
  [`/articles/${RENAMED}`, 301],
  [`/page-data/articles/${RENAMED}/page-data.json`, 301],
  [`${ARTICLE}/?a=1`, 308],
  ['/about-us', 308],
  ['/page-data/about-us/page-data.json', 308],
  [`/articles/${WITHDRAWN}`, 410],
  ['/no-such-page', 404],
  ['/%E0%A4%A', 404],
  ['/page-data/no-such-page/page-data.json', 404],
  ['/page-data/sq/d/1.json', 404],
  ['/slice-data/nothing.json', 404],
  ['/assets/no-such.js', 404],
]

/** What an answer says of itself, but for what is of the moment and of the connection. */
const headersOf = ({ headers }: RawAnswer) =>
  Object.fromEntries(
    Object.entries(headers).filter(
      ([name]) => !['date', 'x-request-id', 'x-page', 'connection', 'keep-alive'].includes(name),
    ),
  )

describe('every kind of answer', () => {
  test.each(KINDS)(
    '%s: HEAD answers like GET, %i, without a body [M-706]',
    async (address, status) => {
      const [answer, head] = [await get(address), await ask(address, 'HEAD')]

      expect(answer.status).toBe(status)
      expect(head.status).toBe(status)
      expect(headersOf(head)).toEqual(headersOf(answer))
      expect(head.bytes).toHaveLength(0)
      expect(answer.headers['content-length']).toBe(String(answer.bytes.length))
    },
  )

  test.each(KINDS)('%s has every security header [S69, T12]', async (address) => {
    const { headers } = await get(address)

    expect(headers).toMatchObject({
      'x-content-type-options': 'nosniff',
      'x-frame-options': 'DENY',
      'referrer-policy': 'strict-origin-when-cross-origin',
      'cross-origin-opener-policy': 'same-origin',
      'cross-origin-resource-policy': 'same-origin',
      'cross-origin-embedder-policy': 'require-corp',
      'origin-agent-cluster': '?1',
      'strict-transport-security': 'max-age=63072000',
    })
    const policy = headers['content-security-policy']
    expect(policy).toMatch(/^default-src 'none'; script-src 'self'; style-src 'self';/)
    expect(policy).toContain("frame-ancestors 'none'")
    expect(policy).toContain("form-action 'self'")
    expect(policy).not.toMatch(/unsafe|http:|\*/)
    for (const header of ['set-cookie', 'server', 'x-powered-by']) {
      expect(headers).not.toHaveProperty(header)
    }
  })

  test.each([
    ['POST', 405],
    ['PUT', 405],
    ['DELETE', 405],
    ['OPTIONS', 204],
  ] as const)('%s is answered %i for pages and other addresses', async (method, status) => {
    for (const address of [
      '/',
      ARTICLE,
      '/no-such-page',
      '/page-data/app-data.json',
      '/assets/a',
    ]) {
      const answer = await rawRequest(site.renderUrl, address, { method })
      expect(answer.status, address).toBe(status)
      expect(answer.headers).toMatchObject({
        allow: 'GET, HEAD, OPTIONS',
        'cache-control': 'no-store',
      })
      expect(answer.headers['x-frame-options']).toBe('DENY')
    }
  })

  test('HTML only has the header with speculation rules', async () => {
    const named = new Set<string>()
    for (const [address] of KINDS) {
      const { headers } = await get(address)
      const isPage = String(headers['content-type']).startsWith('text/html')
      expect('speculation-rules' in headers, address).toBe(isPage)
      if (isPage) named.add(String(headers['speculation-rules']))
    }
    const [value = '', ...others] = named
    expect(others).toEqual([])
    const rules = await get(JSON.parse(value))
    expect(rules.status).toBe(200)
    expect(rules.headers).toMatchObject({
      'content-type': 'application/speculationrules+json',
      'cache-control': CACHING.immutable,
    })
    expect(JSON.parse(rules.bytes.toString())).toHaveProperty('prefetch')
  })

  test('pages are revalidated each time, files with a hash never [S69]', async () => {
    for (const [address, status] of KINDS.slice(0, 12)) {
      const { headers } = await get(address)
      expect(headers['cache-control'], address).toBe(CACHING.revalidate)
      expect(status === 200 && headers.etag, address).toMatch(/^"[\w-]{22}"$/)
    }
    expect((await get(asset)).headers['cache-control']).toBe('public, max-age=31536000, immutable')
    expect((await get('/assets/no-such.js')).headers['cache-control']).toBe('no-store')
  })

  test('shared caches show an edit within ten seconds, and stale pages while the site is down', async () => {
    for (const address of [
      '/',
      ARTICLE,
      `/page-data${ARTICLE}/page-data.json`,
      '/feed.atom',
      '/no-such-page',
    ]) {
      const { headers } = await get(address)
      for (const name of ['cache-control', 'cdn-cache-control']) {
        const said = String(headers[name])
        const seconds = (directive: string) =>
          Number(new RegExp(`\\b${directive}=(\\d+)`).exec(said)?.[1] ?? Number.NaN)
        const fresh = seconds(name === 'cache-control' ? 's-maxage' : 'max-age')
        expect(fresh + seconds('stale-while-revalidate'), `${address} ${name}`).toBeLessThanOrEqual(
          10,
        )
        expect(seconds('stale-if-error'), `${address} ${name}`).toBeGreaterThanOrEqual(3_600)
      }
      // A browser asks each time: it must never show its reader what was changed before.
      expect(headers['cache-control']).toMatch(/^public, max-age=0, must-revalidate,/)
    }
    for (const address of [asset, '/sw.js', '/assets/no-such.js']) {
      expect((await get(address)).headers).not.toHaveProperty('cdn-cache-control')
    }
  })

  test('br and gzip bodies decompress to the plain one', async () => {
    for (const address of [
      ...KINDS.filter(([, status]) => status < 300).map(([at]) => at),
      asset,
    ]) {
      const plain = await get(address)
      const best = await get(address, { 'accept-encoding': 'gzip, deflate, br' })
      const gzip = await get(address, { 'accept-encoding': 'gzip;q=0.5, br;q=0' })
      expect(plain.headers).not.toHaveProperty('content-encoding')
      if (address.endsWith('.svg')) continue
      // Hardly anybody reads Markdown, so it is compressed once only.
      const hasBrotli = !address.endsWith('.md')
      expect(best.headers['content-encoding'], address).toBe(hasBrotli ? 'br' : 'gzip')
      const decompress = hasBrotli ? brotliDecompressSync : gunzipSync
      expect(decompress(best.bytes).equals(plain.bytes), address).toBe(true)
      expect(gzip.headers['content-encoding'], address).toBe('gzip')
      expect(gunzipSync(gzip.bytes).equals(plain.bytes), address).toBe(true)
      expect(best.headers.vary?.toLowerCase(), address).toContain('accept-encoding')
      expect(plain.headers.vary?.toLowerCase(), address).toContain('accept-encoding')
    }
  })

  test('a matching tag is answered 304, with the same headers [S69]', async () => {
    for (const address of [
      ...KINDS.filter(([, status]) => status < 300).map(([at]) => at),
      asset,
    ]) {
      const { headers } = await get(address, { 'accept-encoding': 'br' })
      const again = { 'accept-encoding': 'br', 'if-none-match': headers.etag ?? '' }
      const [answer, head] = [await get(address, again), await ask(address, 'HEAD', again)]
      expect([answer.status, head.status], address).toEqual([304, 304])
      expect(answer.bytes).toHaveLength(0)
      for (const header of [
        'etag',
        'cache-control',
        'content-security-policy',
        'x-frame-options',
      ]) {
        expect(answer.headers[header], `${header} of ${address}`).toBe(headers[header])
      }
    }
    const missing = await get('/no-such-page')
    const again = await get('/no-such-page', { 'if-none-match': missing.headers.etag ?? '*' })
    expect(again.status).toBe(404)
  })
})

describe('other addresses of a page', () => {
  test.each([
    ['/authors/', '/authors'],
    ['/authors/?a=1&b=%20', '/authors?a=1&b=%20'],
    ['/AUTHORS', '/authors'],
    [`${ARTICLE}/?utm=1`, `${ARTICLE}?utm=1`],
    ['/search/?q=bond', '/search?q=bond'],
    ['/about', '/info/about-us'],
    ['/about-us?a=1', '/info/about-us?a=1'],
    ['/About/', '/info/about-us'],
  ])('%s is redirected once, to %s, with its query [S70]', async (from, to) => {
    for (const method of ['GET', 'HEAD']) {
      const answer = await ask(from, method)
      expect([answer.status, answer.headers.location]).toEqual([308, to])
    }
    expect((await get(to)).status).toBe(200)
  })

  test('data files and files are never redirected for their slashes [S70]', async () => {
    expect((await get('/page-data/authors//page-data.json')).status).toBe(200)
    for (const address of ['/sitemap.xml/', '/robots.txt/', '/page-data/app-data.json/']) {
      expect((await get(address)).status, address).toBe(404)
    }
    expect((await get('/no-such-page/')).status).toBe(404)
  })

  test('a mistyped address of an article suggests the right one', async () => {
    for (const address of [`${ARTICLE}r`, `${ARTICLE}r?a=1`]) {
      const answer = await get(address)
      expect(answer.status).toBe(404)
      expect(answer.text).toContain(
        `<span>Are you looking for this?</span> <a href="${ARTICLE}">What owning a single share actually gives you</a>`,
      )
      // The browser takes over what the server wrote.
      expect(answer.text).toContain(
        `"nearest":{"title":"What owning a single share actually gives you"`,
      )
    }
    expect((await get('/articles/sourdough-bread')).text).not.toContain('Are you looking for this?')
  })

  test('a renamed article redirects to its new address, page and data [M-109]', async () => {
    const page = await get(`/articles/${RENAMED}?a=1`)
    const data = await get(`/page-data/articles/${RENAMED}/page-data.json`)

    expect([page.status, page.headers.location]).toEqual([301, '/articles/inflation-figures?a=1'])
    expect(page.headers['cache-control']).toBe(CACHING.revalidate)
    const target = '/page-data/articles/inflation-figures/page-data.json'
    expect([data.status, data.headers.location]).toEqual([301, target])
    expect(JSON.parse((await get(target)).text).path).toBe('/articles/inflation-figures')
  })

  test('an article that was renamed twice is one redirect away from each former address', async () => {
    const path = '/articles/choosing-between-two-savings-accounts'
    await site.edit('PUT', path, {
      title: 'Renamed twice',
      author: 'Marcus Adeyemi',
      body: 'Text.',
      entities: [{ category: 'expert-advice', subcategories: [] }],
    })
    await site.edit('PATCH', path, { slug: 'renamed-once' })
    await site.edit('PATCH', '/articles/renamed-once', { slug: 'renamed-twice' })

    for (const former of [path, '/articles/renamed-once', '/articles/Renamed-Once/']) {
      await vi.waitFor(async () => {
        const { status, headers } = await get(former)
        expect([status, headers.location], former).toEqual([301, '/articles/renamed-twice'])
      }, 10_000)
    }
    expect((await get('/articles/renamed-twice')).status).toBe(200)
  })

  test('a withdrawn article answers 410, with links to other pages [M-109, F39]', async () => {
    const page = await get(`/articles/${WITHDRAWN}`)

    expect(page.status).toBe(410)
    expect(page.text).toContain('<meta name="robots" content="noindex, follow"')
    expect(page.text).toContain('href="/expert-advice"')
    expect((await get(`/page-data/articles/${WITHDRAWN}/page-data.json`)).status).toBe(404)
  })
})
