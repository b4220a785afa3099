import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { createCleanUp } from '../../../../deploy/local/clean-up.ts'
import { securityHeaders } from '../../../../services/shared/http/security-headers.ts'
import { type RawAnswer, rawRequest } from '../../../support/hostile/raw-request.ts'
import { hasVarnish, startNginxCache, startVarnish } from '../../../support/servers/cache-server.ts'
import { startIngress } from '../../../support/servers/ingress.ts'
import { hasNginx } from '../../../support/servers/nginx-server.ts'
import { createSiteFront, type SiteFront } from '../../../support/site/site-front.ts'
import { SITE_URL, type WiredSite, wireSite } from '../../../support/site/wire-site.ts'

/**
 * What readers get is the same from every front of the site: itself, our nginx, and caches that
 * others bring, with what these come with. Each of those keeps answers, asks again, and is answered
 * 304.
 */

const ARTICLE = '/articles/what-owning-a-share-gives-you'
const RENAMED = '/articles/how-to-read-inflation-figures'
const WITHDRAWN = '/articles/defi-and-nft-explained'
/** Pages are kept by caches for two seconds. */
const REVALIDATED = { timeout: 30_000, interval: 250 }

const nginxIsHere = hasNginx()
const varnishIsHere = hasVarnish()
if (!nginxIsHere) process.stdout.write('Left out: fronts with nginx, which is not installed.\n')
if (!varnishIsHere) process.stdout.write('Left out: fronts with Varnish, which is not installed.\n')

/** Their names, and whether what they need is here. */
const FRONTS = {
  render: true,
  nginx: nginxIsHere,
  'Varnish before render': varnishIsHere,
  'proxy_cache before render': nginxIsHere,
  'Varnish before nginx': varnishIsHere && nginxIsHere,
  'proxy_cache before nginx': nginxIsHere,
} as const
type FrontName = keyof typeof FRONTS
const names = Object.keys(FRONTS).filter((name): name is FrontName => Reflect.get(FRONTS, name))
const keepsAnswers = (name: FrontName) => name.includes(' before ')

const cleanUp = createCleanUp((error) => {
  throw error
})
/** Where each is asked. */
const urls = new Map<FrontName, string>()
/** What stands behind each of those that keep answers, and counts what it answers them. */
const behind = new Map<FrontName, SiteFront>()
let site: WiredSite
beforeAll(async () => {
  site = await wireSite({ without: ['worker'] })
  cleanUp.add(site.close)
  await site.edit('PATCH', RENAMED, { slug: 'inflation-figures' })
  await site.edit('DELETE', WITHDRAWN)
  const { host } = new URL(site.url)
  urls.set('render', site.url)
  if (nginxIsHere) {
    const nginx = await startIngress({
      RENDER_ADDRESS: host,
      SEARCH_ADDRESS: host,
      SITE_URL,
      INDEXING: 'on',
    })
    cleanUp.add(nginx.stop)
    urls.set('nginx', nginx.url)
  }
  for (const name of names.filter(keepsAnswers)) {
    const [cache = '', origin = ''] = name.split(' before ')
    const counting = await createSiteFront(urls.get(origin as FrontName) ?? '')
    cleanUp.add(counting.close)
    behind.set(name, counting)
    const start = cache === 'Varnish' ? startVarnish : startNginxCache
    const { url, stop } = await start(counting.url)
    cleanUp.add(stop)
    urls.set(name, url)
  }
  // The names of terms come a moment after the titles.
  const found = async () =>
    expect((await ask('render', '/api/search?q=bond')).bytes.toString()).toContain('"terms"')
  await vi.waitFor(found, { timeout: 20_000, interval: 50 })
}, 240_000)
afterAll(() => cleanUp.run())

const ask = (name: FrontName, path: string, options?: Parameters<typeof rawRequest>[2]) =>
  rawRequest(urls.get(name) ?? '', path, options)

function decoded({ headers, bytes }: RawAnswer): string {
  const encoding = headers['content-encoding']
  // The answer to HEAD says how it would be encoded.
  if (encoding === undefined || bytes.length === 0) return bytes.toString()
  return (encoding === 'br' ? brotliDecompressSync(bytes) : gunzipSync(bytes)).toString()
}

/** What must be the same wherever it was asked for. */
const essence = (answer: RawAnswer) => ({
  status: answer.status,
  type: answer.headers['content-type'],
  caching: answer.headers['cache-control'],
  location: answer.headers.location,
  allow: answer.headers.allow,
  robots: answer.headers['x-robots-tag'],
  varies: /accept-encoding/i.test(answer.headers.vary ?? ''),
  // Each answer to a mistake has an id of its own.
  text: decoded(answer).replace(/"requestId":"[^"]+"/, ''),
})

const PATHS = [
  ...['/', ARTICLE, `/page-data${ARTICLE}/page-data.json`, '/page-data/app-data.json'],
  ...[
    '/slice-data/header.json',
    '/sitemap.xml',
    '/robots.txt',
    '/.well-known/security.txt',
    '/feed.atom',
    '/feed.rss',
    '/feed.json',
  ],
  ...['/favicon.svg', `${ARTICLE}.md`, '/api/search?q=bond', '/search?q=bond', '/expert-advice'],
  ...[RENAMED, '/about', WITHDRAWN, '/no-such-page', '/api/search?q=bond&limit=none'],
]

describe.each(names)('%s', (name) => {
  test('sends light pages to browsers that save data, and to no others', async () => {
    for (const headers of [{}, { 'save-data': 'on' }, {}, { 'save-data': 'on' }]) {
      const { text } = await ask(name, ARTICLE, { headers })
      expect(text.includes('<html data-lite')).toBe('save-data' in headers)
    }
  })

  test.each(PATHS)('answers %s as render does, in each form [F47]', async (path) => {
    for (const accepted of ['', 'gzip', 'gzip, deflate, br']) {
      const headers: Record<string, string> = accepted === '' ? {} : { 'accept-encoding': accepted }
      const expected = await ask('render', path, { headers })
      const answer = await ask(name, path, { headers })
      expect(essence(answer), accepted).toEqual(essence(expected))
      expect(answer.headers, accepted).toMatchObject(securityHeaders(SITE_URL))
      const encoding = answer.headers['content-encoding']
      if (encoding !== undefined) expect(accepted).toContain(encoding)

      const head = await ask(name, path, { method: 'HEAD', headers })
      expect(essence(head), `HEAD ${accepted}`).toEqual({ ...essence(expected), text: '' })
      const length = head.headers['content-length']
      if (length !== undefined && head.headers['content-encoding'] === encoding) {
        expect(Number(length), `HEAD ${accepted}`).toBe(answer.bytes.length)
      }
    }
  })

  test.each([RENAMED, '/about', ARTICLE])(
    'answers %s without a body and without a type [F47]',
    async (path) => {
      const whole = await ask(name, path)
      const etag = whole.headers.etag
      const answer = etag ? await ask(name, path, { headers: { 'if-none-match': etag } }) : whole
      expect([301, 304, 308]).toContain(answer.status)
      expect(answer.bytes).toHaveLength(0)
      // A cache may repeat what it keeps.
      if (!keepsAnswers(name)) expect(answer.headers).not.toHaveProperty('content-type')
      else
        expect([undefined, whole.headers['content-type']]).toContain(answer.headers['content-type'])
    },
  )

  test('answers a range with that range, or with the whole file', async () => {
    for (const path of [ARTICLE, '/favicon.svg']) {
      const whole = await ask(name, path)
      const part = await ask(name, path, { headers: { range: 'bytes=0-9' } })
      if (part.status === 200) {
        expect(part.bytes).toEqual(whole.bytes)
      } else {
        expect(part.status).toBe(206)
        expect(part.bytes).toEqual(whole.bytes.subarray(0, 10))
        expect(part.headers['content-range']).toBe(`bytes 0-9/${whole.bytes.length}`)
      }
    }
  })

  test('answers OPTIONS with the allowed methods, and refuses others', async () => {
    for (const [method, status] of [
      ['OPTIONS', 204],
      ['POST', 405],
      ['DELETE', 405],
    ] as const) {
      const answer = await ask(name, ARTICLE, { method })
      expect([answer.status, answer.headers.allow, answer.text]).toEqual([
        status,
        'GET, HEAD, OPTIONS',
        '',
      ])
      expect(answer.headers).not.toHaveProperty('content-type')
    }
  })

  test
    .runIf(keepsAnswers(name))
    .each(['/', ARTICLE, `/page-data${ARTICLE}/page-data.json`, '/expert-advice'])(
    'answers %s as before after a 304 from the service [F47]',
    async (path) => {
      const headers = { 'accept-encoding': 'gzip' }
      const first = essence(await ask(name, path, { headers }))
      const unchanged = () => behind.get(name)?.answered(path, 304) ?? 0
      const before = unchanged()
      await vi.waitFor(async () => {
        expect(essence(await ask(name, path, { headers }))).toEqual(first)
        expect(unchanged()).toBeGreaterThan(before)
      }, REVALIDATED)
      for (const accepted of ['gzip', 'identity']) {
        const answer = await ask(name, path, { headers: { 'accept-encoding': accepted } })
        expect(essence(answer), accepted).toEqual(first)
      }
    },
  )
})
