import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type RawAnswer, rawRequest } from '../../../support/hostile/raw-request.ts'
import { type Ingress, startIngress } from '../../../support/servers/ingress.ts'
import { hasNginx } from '../../../support/servers/nginx-server.ts'
import { SITE_URL, type WiredSite, wireSite } from '../../../support/site/wire-site.ts'

/** What caches in front of a site do not tell apart must not tell answers apart. */

const nginxIsHere = hasNginx()
if (!nginxIsHere) process.stdout.write('Left out: nginx as the ingress. There is no nginx here\n')

const ARTICLE = '/articles/what-owning-a-share-gives-you'
const MARK = 'zebra7'
const ADDRESSES = [
  '/',
  ARTICLE,
  `/page-data${ARTICLE}/page-data.json`,
  '/page-data/app-data.json',
  '/sitemap.xml',
  '/robots.txt',
  '/feed.json',
  '/api/search?q=inflation',
  '/articles',
  '/no-such-page',
]
const HEADERS = [
  ...['x-forwarded-host', 'x-forwarded-server', 'x-forwarded-scheme', 'x-forwarded-proto'],
  ...['x-forwarded-port', 'x-forwarded-prefix', 'x-forwarded-path', 'x-forwarded-for', 'forwarded'],
  ...[
    'host',
    'x-host',
    'x-http-host-override',
    'x-original-url',
    'x-rewrite-url',
    'x-original-host',
  ],
  ...[
    'x-http-method-override',
    'x-http-method',
    'x-method-override',
    'x-real-ip',
    'true-client-ip',
  ],
  ...['cf-connecting-ip', 'front-end-https', 'via', 'origin', 'referer', 'cookie', 'user-agent'],
  ...['accept', 'accept-language', 'accept-charset', 'authorization', 'x-requested-with', 'range'],
]
/** Of which each answer has its own. */
const OWN = /^(?:date|x-request-id|x-page|x-ratelimit-\w+)$/

const comparable = ({ status, headers, bytes }: RawAnswer) => ({
  status,
  headers: Object.fromEntries(Object.entries(headers).filter(([name]) => !OWN.test(name))),
  text: bytes.toString('base64'),
})

let site: WiredSite
let nginx: Ingress | undefined
beforeAll(async () => {
  site = await wireSite({ without: ['worker'] })
  const hostOf = (url: string) => new URL(url).host
  if (nginxIsHere) {
    const SEARCH_ADDRESS = hostOf(site.searchUrl)
    const RENDER_ADDRESS = hostOf(site.renderUrl)
    nginx = await startIngress({ RENDER_ADDRESS, SEARCH_ADDRESS, SITE_URL, INDEXING: 'on' })
  }
})
afterAll(async () => {
  await nginx?.stop()
  await site.close()
})

describe.each([
  ['our ingress', () => site.url, true],
  ['nginx', () => nginx?.url ?? '', nginxIsHere],
])('through %s', (_name, urlOf, isHere) => {
  test.runIf(isHere)(
    'an answer depends on no request header except for compression and the saving of data [T4]',
    async () => {
      const values = [
        MARK,
        'evil.example',
        '/evil',
        'http',
        'DELETE',
        'for=203.0.113.7;host=evil.example',
      ]
      for (const address of ADDRESSES) {
        const plain = comparable(await rawRequest(urlOf(), address))
        expect(plain.headers.vary ?? '', address).toMatch(/^(?:accept-encoding(?:, save-data)?)?$/i)
        for (const [at, name] of HEADERS.entries()) {
          const headers = { [name]: values[at % values.length] ?? MARK }
          const answer = comparable(await rawRequest(urlOf(), address, { headers }))
          expect(answer, `${address} with ${name}`).toEqual(plain)
        }
      }
    },
  )

  test.runIf(isHere)('an unknown query parameter is not in the answer [T5]', async () => {
    for (const address of ADDRESSES.filter((one) => !one.includes('?'))) {
      const plain = comparable(await rawRequest(urlOf(), address))
      for (const query of [`?utm_source=${MARK}`, `?${MARK}`, `?a=1;b=${MARK}`, `?page=${MARK}`]) {
        const answer = comparable(await rawRequest(urlOf(), address + query))
        expect(answer, address + query).toEqual(plain)
      }
    }
  })

  test.runIf(isHere)(
    'a page has one address: others redirect to it or are not cached [T5]',
    async () => {
      const others = ['//', '/%2f', '/;a=b', '.', '%00', '%20', '/.', '/..;/', '%3f', '\\', '/%2e']
      for (const more of others) {
        const { status, headers } = await rawRequest(urlOf(), `${ARTICLE}${more}`)
        expect([301, 308, 400, 404], more).toContain(status)
        if (status < 400) expect(headers.location, more).toBe(ARTICLE)
        else expect(headers['cache-control'], more).not.toMatch(/immutable|max-age=[1-9]\d\d/)
      }
    },
  )
})
