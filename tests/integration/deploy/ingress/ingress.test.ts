import { once } from 'node:events'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { createServer, type IncomingHttpHeaders, type Server } from 'node:http'
import { networkInterfaces, tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest'
import { securityHeaders } from '../../../../services/shared/http/security-headers.ts'
import { sendBytes } from '../../../support/hostile/raw-bytes.ts'
import { type RawAnswer, rawRequest } from '../../../support/hostile/raw-request.ts'
import { readMetricTable, readShownMetrics } from '../../../support/machine/metric-table.ts'
import { startDnsServer } from '../../../support/servers/dns-server.ts'
import { type Ingress, startIngress } from '../../../support/servers/ingress.ts'
import { hasNginx } from '../../../support/servers/nginx-server.ts'
import { freePort } from '../../../support/site/run-site.ts'
import { SITE_URL, type WiredSite, wireSite } from '../../../support/site/wire-site.ts'

const ARTICLE = '/articles/what-owning-a-share-gives-you'
const RENAMED = '/articles/how-to-read-inflation-figures'
const WITHDRAWN = '/articles/defi-and-nft-explained'

const hasIpv6 = networkInterfaces().lo?.some(({ family }) => family === 'IPv6') ?? false
const nginxIsHere = hasNginx()
if (!nginxIsHere) process.stdout.write('Left out: the ingress. nginx is not installed.\n')

/** Everything that protects readers, and nothing that says what we run or who they are. */
function expectProtected({ headers }: RawAnswer, more: Record<string, string> = {}) {
  expect(headers).toMatchObject({ ...securityHeaders(SITE_URL), ...more })
  expect(headers['x-request-id']).toMatch(/^[0-9a-f]{32}$/)
  expect(headers.server).toBe('nginx')
  for (const name of ['x-powered-by', 'set-cookie', 'via', 'x-saved-copy']) {
    expect(headers).not.toHaveProperty(name)
  }
}

describe.runIf(nginxIsHere)('the ingress', () => {
  let site: WiredSite
  let ingress: Ingress
  beforeAll(async () => {
    site = await wireSite({ without: ['worker'] })
    await site.edit('PATCH', RENAMED, { slug: 'inflation-figures' })
    await site.edit('DELETE', WITHDRAWN)
    ingress = await startIngress({
      RENDER_ADDRESS: new URL(site.renderUrl).host,
      SEARCH_ADDRESS: new URL(site.searchUrl).host,
      SITE_URL,
      INDEXING: 'on',
    })
  })
  afterAll(async () => {
    await ingress.stop()
    await site.close()
  })

  test.each([
    ['GET', '/', 200],
    ['HEAD', '/', 200],
    ['GET', ARTICLE, 200],
    ['GET', '/search?q=bond', 200],
    ['GET', `/page-data${ARTICLE}/page-data.json`, 200],
    ['GET', '/page-data//terms//page-data.json', 200],
    ['GET', '/page-data/app-data.json', 200],
    ['GET', '/slice-data/header.json', 200],
    ['GET', '/feed.atom', 200],
    ['GET', `${ARTICLE}.md`, 200],
    ['GET', `${RENAMED}.md`, 301],
    ['GET', '/articles/no-such-article.md', 404],
    ['GET', '/sitemap.xml', 200],
    ['GET', '/robots.txt', 200],
    ['GET', '/sw.js', 200],
    ['GET', '/api/search?q=bond', 200],
    ['HEAD', '/api/search?q=bond', 200],
    ['GET', RENAMED, 301],
    ['GET', '/about', 308],
    ['GET', ARTICLE.toUpperCase(), 308],
    ['GET', '/api/search?limit=0', 400],
    ['GET', '/no-such-page', 404],
    ['GET', '/assets/no-such.js', 404],
    ['GET', '/__third-party-proxy?url=https://example.com/a.js', 403],
    ['GET', '/api/search/nothing', 404],
    ['GET', '/api/searching', 404],
    ['OPTIONS', '/', 204],
    ['OPTIONS', '/no-such-page', 204],
    ['OPTIONS', '/api/search?q=bond', 204],
    ['OPTIONS', '/page-data/app-data.json', 204],
    ['GET', WITHDRAWN, 410],
  ] as const)(
    'answers %s %s, %i, with the answer of the services',
    async (method, path, status) => {
      // The first searches show less of pages that are still being made.
      if (path.startsWith('/search')) {
        await vi.waitFor(
          async () => {
            const { text } = await rawRequest(site.renderUrl, path, { method })
            expect(text.match(/card-meta/g)?.length).toBe(
              text.match(/<article class="card/g)?.length,
            )
          },
          { timeout: 15_000, interval: 100 },
        )
      }
      const isSearch = /^\/api\/search(?:[/?]|$)/.test(path)
      const direct = await rawRequest(isSearch ? site.searchUrl : site.renderUrl, path, { method })
      const answer = await rawRequest(ingress.url, path, { method })

      expect([answer.status, direct.status]).toEqual([status, status])
      expectProtected(answer)
      const said = ({ headers, text }: RawAnswer) => ({
        ...Object.fromEntries(
          [
            'content-type',
            'cache-control',
            'cdn-cache-control',
            'etag',
            'vary',
            'location',
            'x-robots-tag',
            'allow',
            'x-search-engine',
          ]
            // The body of an answer that says nothing of being kept is of this moment only.
            .filter((name) => name !== 'cache-control' || direct.headers[name] !== undefined)
            .map((name) => [name, headers[name]]),
        ),
        text: text.replace(/"requestId":"[^"]*"/, ''),
      })
      expect(said(answer)).toEqual(said(direct))
    },
  )

  test('allows other sites to show the picture of a page', async () => {
    const { text } = await rawRequest(ingress.url, ARTICLE)
    const [, picture = ''] = /property="og:image" content="([^"]+)"/.exec(text) ?? []
    const answer = await rawRequest(ingress.url, new URL(picture).pathname)
    expect([answer.status, answer.headers['content-type']]).toEqual([200, 'image/png'])
    expectProtected(answer, { 'cross-origin-resource-policy': 'cross-origin' })
  })

  test.each([
    '/livez',
    '/readyz',
    '/metrics',
    '/healthz',
    '/jobs',
    '/explain',
    '/drafts/00000000-0000-4000-8000-000000000000/preview',
    '/articles/what-owning-a-share-gives-you/editions/1/preview',
    '/page-models',
    '/titles',
    '/changes?after=0',
    '//evil.example/x',
    '/\\evil.example/x',
    'http://evil.example/x',
    '/a/../b',
    '/%2e%2e/a',
    '/api/search/../../changes?after=0',
    '/api/search/..%2f..%2fchanges',
    '/caf%C3%A9',
    '/a//b',
    '/a\\b',
    `/${'a'.repeat(5_000)}`,
  ])('does not route to the private address %s', async (path) => {
    const answer = await rawRequest(ingress.url, path)
    // nginx itself refuses ways out of the root.
    expect([404, 400]).toContain(answer.status)
    expectProtected(answer)
    if (answer.status === 404) expect(answer.text).toContain('Page not found')
  })

  test.each(['POST', 'PUT', 'PATCH', 'DELETE', 'TRACE', 'PROPFIND', 'BREW'])(
    'refuses %s at every address',
    async (method) => {
      for (const path of ['/', ARTICLE, '/api/search', '/page-data/app-data.json', '//a/b']) {
        const answer = await rawRequest(ingress.url, path, { method })
        expect(answer.status, path).toBe(405)
        expect(answer.headers).toMatchObject({
          allow: 'GET, HEAD, OPTIONS',
          'cache-control': 'no-store',
        })
        expectProtected(answer)
      }
    },
  )

  test.each([
    ['something that is not HTTP', 'HELLO\r\n\r\n', 400],
    ['no host', 'GET / HTTP/1.1\r\nConnection: close\r\n\r\n', 400],
    [
      'two lengths',
      'GET / HTTP/1.1\r\nHost: a\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\nx',
      400,
    ],
    [
      'a length and parts',
      'GET / HTTP/1.1\r\nHost: a\r\nContent-Length: 1\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n',
      400,
    ],
    ['headers without end', `GET / HTTP/1.1\r\nHost: a\r\nX: ${'x'.repeat(20_000)}\r\n\r\n`, 400],
    ['an address without end', `GET /${'x'.repeat(20_000)} HTTP/1.1\r\nHost: a\r\n\r\n`, 414],
    [
      'a large body',
      `GET / HTTP/1.1\r\nHost: a\r\nConnection: close\r\nContent-Length: 9999\r\n\r\n${'x'.repeat(9_999)}`,
      413,
    ],
    ['an escape that is none', 'GET /100% HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n', 400],
    ['a zero', 'GET /%00 HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n', 400],
  ])('refuses %s, with every security header', async (_what, bytes, status) => {
    const answer = await sendBytes(ingress.url, bytes)
    expect(answer.status).toBe(status)
    expectProtected(answer)
    expect(answer.headers['cache-control']).toBe('no-store')
  })

  test('shows its health and connections to operators, on a port of its own', async () => {
    expect((await rawRequest(ingress.opsUrl, '/healthz')).text).toBe('ok\n')
    const { text } = await rawRequest(ingress.opsUrl, '/metrics')
    expect(text).toMatch(/^finlore_ingress_connections\{state="writing"\} [1-9]\d*$/m)
    const table = await readMetricTable([])
    const rows = table.filter(({ processes }) => processes.includes('ingress'))
    const shown = [...readShownMetrics(text)].map(([name, { type, labels }]) => ({
      name,
      type,
      labels: [...labels],
      processes: ['ingress'],
    }))
    expect(shown).toEqual(rows)
    expect((await rawRequest(ingress.opsUrl, '/')).status).toBe(404)
  })

  test.runIf(hasIpv6)('answers on IPv6 too, where the machine has it', async () => {
    for (const url of [`${ingress.url}/robots.txt`, `${ingress.opsUrl}/healthz`]) {
      expect((await fetch(url.replace('127.0.0.1', '[::1]'))).status).toBe(200)
    }
  })

  test('logs each request as JSON, without queries and client addresses [T22]', async () => {
    const headers = { 'x-request-id': 'request-to-be-logged' }
    await rawRequest(ingress.url, '/api/search?q=secret', { headers })
    const line = await vi.waitUntil(
      async () =>
        (await ingress.log()).find(({ requestId }) => requestId === 'request-to-be-logged'),
      { timeout: 20_000 },
    )
    expect(line).toMatchObject({
      time: expect.stringMatching(/^20\d\d-\d\d-\d\dT\d\d:\d\d:\d\d[+Z]/),
      level: 'info',
      service: 'ingress',
      message: 'answered',
      method: 'GET',
      path: '/api/search',
      status: 200,
      from: new URL(site.searchUrl).host,
    })
    expect(JSON.stringify(line)).not.toMatch(/secret|"127\.0\.0\.1"/)
  })
})

/** A server that answers what it was asked, on an address of this machine. */
async function startEcho(
  host = '127.0.0.1',
  port = 0,
  beforeAnswer: (path: string) => Promise<void> | undefined = async () => {},
  headersOf: () => Record<string, string> = () => ({}),
) {
  const asked: { url: string; headers: IncomingHttpHeaders }[] = []
  const server = createServer(async ({ url = '', headers }, response) => {
    asked.push({ url, headers })
    await beforeAnswer(url)
    response.writeHead(200, headersOf()).end(host)
  })
  server.listen({ host, port })
  await once(server, 'listening')
  onTestFinished(() => stop(server))
  const address = server.address()
  return {
    asked,
    server,
    port: typeof address === 'object' && address ? address.port : port,
    stop: () => stop(server),
  }
}

async function stop(server: Server) {
  if (!server.listening) return
  server.close()
  server.closeAllConnections()
  await once(server, 'close')
}

async function startWith(env: Record<string, string>) {
  const ingress = await startIngress(env)
  onTestFinished(() => ingress.stop())
  return ingress
}

describe.runIf(nginxIsHere)('what the ingress passes to services', () => {
  test('is the client’s address, whatever its headers, and no host [T4]', async () => {
    const echo = await startEcho()
    const { url } = await startWith({ RENDER_ADDRESS: `127.0.0.1:${echo.port}` })
    await rawRequest(url, '/a?b=%20c', {
      headers: {
        'x-forwarded-for': '203.0.113.7',
        'x-forwarded-host': 'evil.example',
        'x-forwarded-proto': 'gopher',
        forwarded: 'for=203.0.113.7',
        'x-request-id': 'given-by-reader',
      },
    })
    expect(echo.asked).toHaveLength(1)
    expect(echo.asked[0]?.url).toBe('/a?b=%20c')
    const headers = echo.asked[0]?.headers
    expect(headers).toMatchObject({
      'x-forwarded-for': '127.0.0.1',
      'x-request-id': 'given-by-reader',
    })
    for (const name of ['x-forwarded-host', 'x-forwarded-proto', 'forwarded', 'content-length']) {
      expect(headers).not.toHaveProperty(name)
    }
  })

  test('is the client’s address from a trusted proxy', async () => {
    const echo = await startEcho()
    const { url } = await startWith({
      RENDER_ADDRESS: `127.0.0.1:${echo.port}`,
      TRUSTED_PROXIES: '127.0.0.1/32, 10.0.0.0/8',
    })
    const headers = { 'x-forwarded-for': '198.51.100.1, 203.0.113.7, 10.1.2.3' }
    await rawRequest(url, '/', { headers })
    expect(echo.asked[0]?.headers['x-forwarded-for']).toBe('203.0.113.7')
  })

  test('is a new request id where that of the request is malformed', async () => {
    const echo = await startEcho()
    const { url } = await startWith({ RENDER_ADDRESS: `127.0.0.1:${echo.port}` })
    const answer = await rawRequest(url, '/', { headers: { 'x-request-id': 'a b"c' } })
    expect(answer.headers['x-request-id']).toMatch(/^[0-9a-f]{32}$/)
    expect(echo.asked[0]?.headers['x-request-id']).toBe(answer.headers['x-request-id'])
  })
})

test.runIf(nginxIsHere)('nginx limits requests in flight for each client address', async () => {
  const { promise: go, resolve } = Promise.withResolvers<void>()
  const echo = await startEcho('127.0.0.1', 0, () => go)
  const { url } = await startWith({
    RENDER_ADDRESS: `127.0.0.1:${echo.port}`,
    TRUSTED_PROXIES: '127.0.0.1',
    MAX_PER_ADDRESS: '2',
  })
  const ask = (from: string) => rawRequest(url, '/', { headers: { 'x-forwarded-for': from } })
  const [one, two] = [ask('203.0.113.7'), ask('203.0.113.7')]
  await vi.waitUntil(() => echo.asked.length === 2, { timeout: 20_000 })
  const refused = await ask('203.0.113.7')
  const other = ask('203.0.113.8')
  await vi.waitUntil(() => echo.asked.length === 3, { timeout: 20_000 })
  resolve()

  expect(refused.status).toBe(429)
  expect(refused.headers).toMatchObject({
    'x-frame-options': 'DENY',
    'cache-control': 'no-store',
    'retry-after': '2',
  })
  expect((await Promise.all([one, two, other])).map(({ status }) => status)).toEqual([
    200, 200, 200,
  ])
})

describe.runIf(nginxIsHere)('replicas', () => {
  test('are stopped and started under load without an error for readers [F24, F25]', async () => {
    const port = await freePort()
    const first = await startEcho('127.0.0.2', port)
    const second = await startEcho('127.0.0.3', port)
    const dns = await startDnsServer(['127.0.0.2', '127.0.0.3'])
    onTestFinished(() => dns.close())
    const { url } = await startWith({
      RENDER_ADDRESS: `render.test:${port}`,
      RESOLVER: dns.address,
    })
    const answers: RawAnswer[] = []
    let isOver = false
    const read = async () => {
      while (!isOver) answers.push(await rawRequest(url, '/'))
    }
    const readers = Array.from({ length: 8 }, read)
    const more = () => {
      const enough = answers.length + 100
      return vi.waitUntil(() => answers.length >= enough, { timeout: 10_000 })
    }

    await vi.waitUntil(() => first.asked.length > 50 && second.asked.length > 50, {
      timeout: 20_000,
    })
    await first.stop()
    await more()
    const third = await startEcho('127.0.0.4', port)
    // Each process of nginx looks addresses up for itself, and again after 5 seconds.
    const processes = [...dns.askers]
    dns.addresses = ['127.0.0.3', '127.0.0.4']
    dns.askers.clear()
    await vi.waitUntil(() => processes.every((port) => dns.askers.has(port)), { timeout: 15_000 })
    await vi.waitUntil(() => third.asked.length > 0, { timeout: 15_000 })
    await second.stop()
    await more()
    isOver = true
    await Promise.all(readers)

    const unlike = answers.filter(
      ({ status, headers }) => status !== 200 || headers['x-saved-copy'],
    )
    expect(unlike).toEqual([])
    expect(new Set(answers.map(({ text }) => text))).toEqual(
      new Set(['127.0.0.2', '127.0.0.3', '127.0.0.4']),
    )
  })
})

test.runIf(nginxIsHere)('an overloaded replica does not make nginx try another one', async () => {
  const asked: string[] = []
  const port = await freePort()
  for (const host of ['127.0.0.2', '127.0.0.3']) {
    const server = createServer(({ url = '' }, response) => {
      asked.push(url)
      response.writeHead(503, { 'retry-after': '7' }).end()
    })
    server.listen({ host, port })
    await once(server, 'listening')
    onTestFinished(() => stop(server))
  }
  const dns = await startDnsServer(['127.0.0.2', '127.0.0.3'])
  onTestFinished(() => dns.close())
  const { url } = await startWith({ RENDER_ADDRESS: `render.test:${port}`, RESOLVER: dns.address })

  const answer = await rawRequest(url, '/not-stored')
  expect([answer.status, answer.headers['retry-after']]).toEqual([503, '2'])
  expect(asked).toEqual(['/not-stored'])
})

test.runIf(nginxIsHere).each([
  ['https://finlore.example', 'host', 'max-age=63072000'],
  ['https://finlore.example', 'subdomains', 'max-age=63072000; includeSubDomains'],
  ['https://finlore.example', 'preload', 'max-age=63072000; includeSubDomains; preload'],
  ['http://finlore.example', 'preload', undefined],
])('at %s nginx with HSTS=%s sends %s [T12]', async (SITE_URL, HSTS, sent) => {
  const { port } = await startEcho('127.0.0.1', 0)
  const { url } = await startWith({ RENDER_ADDRESS: `127.0.0.1:${port}`, SITE_URL, HSTS })
  expect((await rawRequest(url, '/')).headers['strict-transport-security']).toBe(sent)
})

test.runIf(nginxIsHere)(
  'nginx finishes requests in flight at SIGTERM, and ends afterwards [F26]',
  async () => {
    const { promise: go, resolve } = Promise.withResolvers<void>()
    const echo = await startEcho('127.0.0.1', 0, () => go)
    const ingress = await startIngress({ RENDER_ADDRESS: `127.0.0.1:${echo.port}` })
    const asking = Array.from({ length: 50 }, () => rawRequest(ingress.url, '/'))
    await vi.waitUntil(() => echo.asked.length === asking.length, { timeout: 20_000 })

    ingress.process.kill('SIGTERM')
    // From then on it accepts no connection.
    await vi.waitFor(
      () => expect(rawRequest(ingress.opsUrl, '/healthz')).rejects.toThrow('ECONNREFUSED'),
      { timeout: 20_000 },
    )
    resolve()

    const answers = await Promise.all(asking)
    expect(answers.map(({ status }) => status)).toEqual(asking.map(() => 200))
    await ingress.stop()
    expect(ingress.process.exitCode).toBe(0)
  },
)

describe.runIf(nginxIsHere)('the cache of nginx', () => {
  const PUBLIC = { 'cache-control': 'public, max-age=0, s-maxage=2' }
  const startPages = (headersOf = () => PUBLIC as Record<string, string>) =>
    startEcho('127.0.0.1', 0, undefined, headersOf)
  const ways = {
    'a browser': { 'accept-encoding': 'gzip, deflate, br, zstd' },
    'an old browser': { 'accept-encoding': 'gzip, deflate' },
    'a program': {},
  }

  test.each(Object.entries(ways))('keeps answers for a second: for %s', async (_, headers) => {
    const pages = await startPages()
    const { url } = await startWith({ RENDER_ADDRESS: `127.0.0.1:${pages.port}` })
    const startedAt = performance.now()
    for (let count = 0; count < 50; count += 1) {
      expect((await rawRequest(url, '/articles/one', { headers })).status).toBe(200)
    }
    const seconds = (performance.now() - startedAt) / 1_000
    expect(pages.asked.length).toBeLessThanOrEqual(1 + Math.ceil(seconds))
    await rawRequest(url, '/articles/two', { headers })
    expect(pages.asked.at(-1)?.url).toBe('/articles/two')
  })

  test('has new answers for the first reader after that', async () => {
    let etag = '"old"'
    const pages = await startPages(() => ({ ...PUBLIC, etag }))
    const { url } = await startWith({ RENDER_ADDRESS: `127.0.0.1:${pages.port}` })
    const shown = async () => (await rawRequest(url, '/')).headers.etag
    expect(await shown()).toBe('"old"')
    etag = '"new"'
    await vi.waitFor(async () => expect(await shown()).toBe('"new"'), { timeout: 5_000 })
    const [{ status }] = [await rawRequest(url, '/', { headers: { 'if-none-match': '"new"' } })]
    expect(status).toBe(304)
  })

  test('keeps nothing behind a CDN, which would get the page of before from it', async () => {
    const pages = await startPages()
    const { url } = await startWith({ RENDER_ADDRESS: `127.0.0.1:${pages.port}`, CDN: 'on' })
    for (let count = 0; count < 5; count += 1) await rawRequest(url, '/articles/one')
    expect(pages.asked).toHaveLength(5)
  })

  test.each([
    ['a query', '/articles/one?page=2', {}, PUBLIC],
    ['what the ingress has no name for', '/', { 'accept-encoding': 'br;q=0, gzip' }, PUBLIC],
    ['an answer to one reader', '/', {}, { 'cache-control': 'no-store' }],
    ['an answer that says nothing of it', '/', {}, {}],
  ])('does not keep answers that differ between readers: %s', async (_, path, headers, said) => {
    const pages = await startPages(() => said as Record<string, string>)
    const { url } = await startWith({ RENDER_ADDRESS: `127.0.0.1:${pages.port}` })
    for (let count = 0; count < 5; count += 1) await rawRequest(url, path, { headers })
    expect(pages.asked).toHaveLength(5)
  })

  /**
   * Asks for all addresses at once, and lets the service answer when each was asked or refused.
   *
   * @returns how many were answered by the service
   */
  async function flood(
    url: string,
    addresses: string[],
    service: Waiting,
    readerAt: (at: number) => string = (at) => `203.0.113.${at}`,
  ) {
    const refused: RawAnswer[] = []
    const asking = addresses.map(async (address, at) => {
      const headers = { 'x-forwarded-for': readerAt(at) }
      const answer = await rawRequest(url, address, { headers })
      if (answer.status !== 200) refused.push(answer)
      return answer.status
    })
    await vi.waitUntil(() => service.asked.length + refused.length === addresses.length, {
      timeout: 20_000,
    })
    for (const { status, headers } of refused) {
      expect(status).toBe(503)
      expect(headers).toMatchObject({ 'retry-after': '2', 'cache-control': 'no-store' })
    }
    expect((await rawRequest(url, '/')).status).toBe(200)
    service.go()
    const statuses = await Promise.all(asking)
    return statuses.filter((status) => status === 200).length
  }

  type Waiting = Awaited<ReturnType<typeof startWaiting>>

  /** Answers nothing but the home page until it may. */
  async function startWaiting() {
    const { promise, resolve: go } = Promise.withResolvers<void>()
    const echo = await startEcho('127.0.0.1', 0, (path) => (path === '/' ? undefined : promise))
    return { ...echo, go, address: `127.0.0.1:${echo.port}` }
  }

  test('refuses a part of a flood of searches at once', async () => {
    const [search, pages] = [await startWaiting(), await startPages()]
    const { url } = await startWith({
      RENDER_ADDRESS: `127.0.0.1:${pages.port}`,
      SEARCH_ADDRESS: search.address,
      TRUSTED_PROXIES: '127.0.0.1',
    })
    const searches = Array.from({ length: 60 }, (_, at) => `/api/search?q=${at}`)
    expect(await flood(url, searches, search)).toBe(12)
  })

  test.each([
    ['one address', '/search?q=', 6, () => '203.0.113.7'],
    ['one address, by their data', '/page-data/search/page-data.json?q=', 6, () => '203.0.113.7'],
    ['one network of IPv6', '/search?q=', 6, (at: number) => `2001:db8:1:2:${at}::${at}`],
    ['one with zeros', '/search?q=', 6, (at: number) => `2001:db8::${at % 2 ? '' : '1:0:0:'}${at}`],
    ['neighbouring networks', '/search?q=', 12, (at: number) => `2001:db8:1:${at}::1`],
  ])(
    'lets %s send only its share of a flood of searches [T10]',
    async (_, start, served, readerAt) => {
      const render = await startWaiting()
      const { url } = await startWith({
        RENDER_ADDRESS: render.address,
        TRUSTED_PROXIES: '127.0.0.1',
        COPY_DIR: '/nowhere',
      })
      const searches = Array.from({ length: 60 }, (__, at) => `${start}${at}`)
      expect(await flood(url, searches, render, readerAt)).toBe(served)
    },
  )

  describe('with a copy of all pages', () => {
    const numbers = Array.from({ length: 60 }, (_, at) => at)
    let COPY_DIR: string
    beforeAll(async () => {
      COPY_DIR = await mkdtemp(path.join(tmpdir(), 'finlore-copy-'))
      const pages = [
        '',
        ...numbers.flatMap((at) => [`/articles/known-${at}`, `/page-data/known-${at}`]),
      ]
      for (const page of pages) {
        const folder = path.join(COPY_DIR, 'public', page)
        await mkdir(folder, { recursive: true })
        await writeFile(path.join(folder, 'index.html'), 'saved')
      }
      await writeFile(path.join(COPY_DIR, 'whole'), '')
    })
    afterAll(() => rm(COPY_DIR, { recursive: true, force: true }))

    test.each([
      ['unknown pages', '/articles/unknown-', 4],
      ['data of unknown pages', '/page-data/unknown-', 4],
      ['stored pages', '/articles/known-', 60],
      ['data of stored pages', '/page-data/known-', 60],
      ['preview pictures', '/og/unknown-', 60],
    ])('a flood of %s reaches the services up to its limit', async (_, start, served) => {
      const render = await startWaiting()
      const { url } = await startWith({
        RENDER_ADDRESS: render.address,
        COPY_DIR,
        TRUSTED_PROXIES: '127.0.0.1',
      })
      const addresses = numbers.map((at) => `${start}${at}`)
      expect(await flood(url, addresses, render)).toBe(served)
    })
  })

  test('no address is refused as unknown while the copy is incomplete', async () => {
    const COPY_DIR = await mkdtemp(path.join(tmpdir(), 'finlore-copy-'))
    onTestFinished(() => rm(COPY_DIR, { recursive: true, force: true }))
    await mkdir(path.join(COPY_DIR, 'public'))
    await writeFile(path.join(COPY_DIR, 'public', 'index.html'), 'saved')
    const render = await startWaiting()
    const { url } = await startWith({ RENDER_ADDRESS: render.address, COPY_DIR })
    const addresses = Array.from({ length: 60 }, (_, at) => `/articles/unknown-${at}`)
    expect(await flood(url, addresses, render)).toBe(60)
  })
})

describe.runIf(nginxIsHere)('invalid settings', () => {
  test.each([
    ['RENDER_ADDRESS', 'render', 'HOST:PORT'],
    ['SEARCH_ADDRESS', 'search:8082; evil', 'HOST:PORT'],
    ['SITE_URL', 'https://a"; return 200', 'https://HOST'],
    ['HSTS', 'all', 'host, subdomains or preload'],
    ['COPY_DIR', 'copy', 'the whole path'],
    ['TRUSTED_PROXIES', 'everybody', 'IP addresses and networks'],
    ['RESOLVER', 'dns', 'IP addresses'],
    ['MAX_PER_ADDRESS', 'many', 'a number'],
  ])('%s=%s is refused with advice', async (name, value, help) => {
    await expect(startIngress({ [name]: value })).rejects.toThrow(
      `ingress: ${name} is not understood: write ${help}`,
    )
  })
})
