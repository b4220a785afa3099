import { once } from 'node:events'
import { createServer } from 'node:http'
import { type AddressInfo, connect } from 'node:net'
import { text } from 'node:stream/consumers'
import fc from 'fast-check'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import {
  listenForPublished,
  type PublishedListener,
} from '../../../../../../services/render/server/answers/memory/listen-for-published.ts'
import type {
  RenderDependencies,
  RenderService,
} from '../../../../../../services/render/server/app.ts'
import {
  encodePublished,
  PUBLISHED_CHANNEL,
} from '../../../../../../services/render/worker/records/published-signal.ts'
import { closeService } from '../../../../../../services/shared/http/run-service.ts'
import { rawRequest } from '../../../../../support/hostile/raw-request.ts'
import { staticQueryAddresses } from '../../../../../support/pages/static-queries.ts'
import { untilFilled } from '../../../../../support/pages/stored-pages.ts'
import { startAnotherRender } from '../../../../../support/site/another-render.ts'
import { type WiredSite, wireSite } from '../../../../../support/site/wire-site.ts'

const ARTICLE = '/articles/what-owning-a-share-gives-you'
const PATIENCE = { timeout: 8_000, interval: 20 }
const MOVED = 'how-to-read-inflation-figures'

let site: WiredSite
beforeAll(async () => {
  site = await wireSite()
  await site.edit('PATCH', `/articles/${MOVED}`, { slug: 'inflation-figures' })
})
afterAll(() => site.close())

async function startRender(parts?: Partial<RenderDependencies>) {
  const render = await startAnotherRender(site, parts)
  onTestFinished(render.close)
  return render
}

/** The same service without the short way: its routes only. */
async function startRoutes({ app }: RenderService): Promise<string> {
  await app.ready()
  const server = createServer(app.routing).listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => void server.close())
  // A TCP server that listens has an address of this kind.
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}

/** Every byte of an answer, but for what is of the moment. */
async function bytesOf(url: string, method: string, address: string, headers: string[]) {
  const { hostname, port } = new URL(url)
  const socket = connect(Number(port), hostname)
  const lines = [`${method} ${address} HTTP/1.1`, 'host: a', 'connection: close', ...headers]
  socket.setEncoding('latin1').write(`${lines.join('\r\n')}\r\n\r\n`)
  const answer = await text(socket)
  return (
    answer
      .replace(/\r\ndate: [^\r]+/i, '')
      .replace(/layer=(?:made|store|memory), age=\d+/, 'layer and age')
      .replace(/(x-request-id: |"requestId":")[0-9a-f-]{36}/g, '$1…')
      // What Fastify's own answer to HEAD says of a body that was never meant to be there.
      .replace(/^(HTTP\/1\.1 304 .*)\r\ncontent-length: 0/s, '$1')
  )
}

describe('answers from memory', () => {
  /** Stands for the address of an answer, which changes with what it says. */
  const STATIC_QUERY = 'a static query'
  const ADDRESSES = [
    '/',
    ARTICLE,
    `${ARTICLE}?utm_source=a`,
    '/search',
    '/sitemap.xml',
    `/page-data${ARTICLE}/page-data.json`,
    '/page-data/index/page-data.json?a=1',
    '/page-data/404.html/page-data.json',
    '/page-data/app-data.json',
    STATIC_QUERY,
    '/slice-data/header.json',
    '/robots.txt',
    '/favicon.svg',
    // And what is left to the routes.
    `${ARTICLE}/`,
    '/AUTHORS',
    `/articles/${MOVED}`,
    '/search?q=bond',
    '/no-such-page',
    '/assets/no-such.js',
    '//a',
  ]

  test.for(ADDRESSES)('are the same bytes as those of the routes: %s', async (listed) => {
    const { service, url } = await startRender()
    const [query = ''] = await staticQueryAddresses(url)
    const address = listed === STATIC_QUERY ? query : listed
    const routes = await startRoutes(service)
    const { headers } = await rawRequest(url, address)
    const asked = [
      [],
      ['accept-encoding: gzip'],
      ['accept-encoding: gzip, deflate, br, zstd'],
      ['accept-encoding: br;q=0, *'],
      ['x-request-id: an-id-of-the-reader'],
      ['x-request-id: bad'],
      [`if-none-match: ${headers.etag ?? '"none"'}`],
      [`if-none-match: ${headers.etag ?? '"none"'}`, 'accept-encoding: br'],
      ['if-none-match: "other"'],
    ]

    for (const method of ['GET', 'HEAD', 'POST']) {
      for (const more of asked) {
        const [short, long] = [
          await bytesOf(url, method, address, more),
          await bytesOf(routes, method, address, more),
        ]
        expect(short, `${method} ${more}`).toBe(long)
        expect(short).toMatch(/^HTTP\/1\.1 \d{3} /)
      }
    }
  })

  test('are not those of the section for any spelling of a topic [T5]', async () => {
    const section = '/investment-dictionaries/terms-and-definitions'
    const { service, url } = await startRender()
    const routes = await startRoutes(service)
    // Both are in memory from here on.
    const [ofSection, ofTopic] = [
      await bytesOf(url, 'GET', section, []),
      await bytesOf(url, 'GET', `${section}?topic=stocks`, []),
    ]
    expect(ofTopic).toContain('<h1>Stocks</h1>')
    expect(ofSection).not.toContain('<h1>Stocks</h1>')
    const check = async (query: string) => {
      const short = await bytesOf(url, 'GET', section + query, [])
      expect(short, query).toBe(await bytesOf(routes, 'GET', section + query, []))
      return short
    }

    expect(await check('?%74opic=stocks')).toBe(ofTopic)
    expect(await check('?a=1&top%69c=stocks')).toBe(ofTopic)
    expect(await check('?Topic=stocks')).toBe(ofSection)
    for (const query of ['?topic', '?topic=', '?%2574opic=stocks', '?%=1', '?a=%74opic=stocks']) {
      expect(await check(query), query).toBe(ofSection)
    }
    const piece = fc.constantFrom('topic', '%74opic', 'TOPIC', 'to%70ic', '+', '%', '%26', '?', 'a')
    const pair = fc.tuple(piece, fc.constantFrom('=', '', '%3D'), fc.constantFrom('stocks', ''))
    const query = fc
      .array(pair, { maxLength: 4 })
      .map((pairs) => `?${pairs.map((parts) => parts.join('')).join('&')}`)
    await fc.assert(
      fc.asyncProperty(query, async (any) => void (await check(any))),
      { numRuns: 150 },
    )
  })

  test('include the build’s own files, as immutable', async () => {
    const { service, url } = await startRender()
    const routes = await startRoutes(service)
    for (const address of [site.bundle.assets.script, ...site.bundle.assets.styles]) {
      for (const headers of [[], ['accept-encoding: br'], ['accept-encoding: gzip']]) {
        const short = await bytesOf(url, 'GET', address, headers)
        expect(short).toBe(await bytesOf(routes, 'GET', address, headers))
        expect(short).toContain('cache-control: public, max-age=31536000, immutable\r\n')
      }
    }
  })

  test('are counted by route, and stop while draining', async () => {
    const { service, url } = await startRender()
    await rawRequest(url, ARTICLE)
    for (const _ of [1, 2, 3]) await rawRequest(url, ARTICLE)

    const metrics = await service.metrics.metrics()
    expect(metrics).toMatch(/_seconds_count\{method="GET",route="\/\*",status="200",.*\} 4$/m)
    expect(service.takeHits(10).get(ARTICLE)).toBe(4)

    const { hostname, port } = new URL(url)
    const socket = connect(Number(port), hostname).setEncoding('latin1')
    socket.write(`GET ${ARTICLE} HTTP/1.1\r\nhost: a\r\n\r\nGET / HTTP/1.1\r\nhost: a\r\n`)
    await once(socket, 'data')
    const closing = closeService(service, 5_000)
    const rest = text(socket)
    socket.write('\r\n')
    expect(await rest).toMatch(/HTTP\/1\.1 200 OK\r\n(?:.+\r\n)*connection: close\r\n/i)
    await closing
  })
})

describe('two servers on one store', () => {
  const titleAt = async (url: string) =>
    /<title[^>]*>([^<]*)/.exec((await rawRequest(url, ARTICLE)).text)?.[1]

  test('show an edit at once where it is announced, and within two seconds otherwise', async () => {
    // Otherwise what is heard of the page may be its first making.
    await untilFilled(site)
    const listening = await startRender()
    const heard = await startListening(listening.service.published)
    const deaf = await startRender()
    for (const { url } of [listening, deaf]) await titleAt(url)

    await site.edit('PATCH', ARTICLE, { title: 'A title of this minute' })
    await expect.poll(() => heard.paths, { timeout: 8_000, interval: 1 }).toContain(ARTICLE)
    const heardAt = performance.now()

    expect(await titleAt(listening.url)).toMatch('A title of this minute')
    await expect
      .poll(() => titleAt(deaf.url), { timeout: 3_000, interval: 5 })
      .toMatch('A title of this minute')
    expect(performance.now() - heardAt).toBeLessThan(2_000)
  })

  test('reconnect after their connection was cut, and assume missed changes', async () => {
    const heard = await startListening()
    const db = site.renderDatabase.write

    await sql`
      select pg_terminate_backend(pid) from pg_stat_activity
      where application_name = 'finlore-render-published' and datname = current_database()
    `.execute(db)

    await expect.poll(() => heard.gaps, PATIENCE).toBe(3)
    const [message = ''] = encodePublished(site.bundle.build, ['/after'])
    await sql`select pg_notify(${PUBLISHED_CHANNEL}, 'no such message')`.execute(db)
    await sql`select pg_notify(${PUBLISHED_CHANNEL}, ${message})`.execute(db)
    await expect.poll(() => heard.paths, PATIENCE).toContain('/after')
  })

  /** Hears what is published as soon as it returns, and passes it on. */
  async function startListening(listener?: PublishedListener) {
    const heard: { paths: string[]; gaps: number } = { paths: [], gaps: 0 }
    const listening = listenForPublished(site.renderDatabase.url, {
      onPublished(build, paths) {
        listener?.onPublished(build, paths)
        heard.paths.push(...paths)
      },
      onGap() {
        listener?.onGap()
        heard.gaps += 1
      },
    })
    onTestFinished(listening.close)
    await expect.poll(() => heard.gaps, PATIENCE).toBe(1)
    return heard
  }
})
