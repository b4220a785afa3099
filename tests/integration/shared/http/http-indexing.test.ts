import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { rawRequest } from '../../../support/hostile/raw-request.ts'
import { startIngress } from '../../../support/servers/ingress.ts'
import { hasNginx } from '../../../support/servers/nginx-server.ts'
import { SITE_URL, type WiredSite, wireSite } from '../../../support/site/wire-site.ts'

const ARTICLE = '/articles/what-owning-a-share-gives-you'
const KINDS = [
  ['GET', '/', 200],
  ['GET', ARTICLE, 200],
  ['GET', `/page-data${ARTICLE}/page-data.json`, 200],
  ['GET', '/feed.atom', 200],
  ['GET', '/sitemap.xml', 200],
  ['GET', '/robots.txt', 200],
  ['GET', '/favicon.svg', 200],
  ['GET', '/search?q=bond', 200],
  ['GET', '/api/search?q=bond', 200],
  ['OPTIONS', '/', 204],
  ['GET', '/about', 308],
  ['GET', '/no-such-page', 404],
  ['GET', '/assets/no-such.js', 404],
  ['POST', '/', 405],
] as const

const nginxIsHere = hasNginx()
if (!nginxIsHere) process.stdout.write('Left out: nginx and search engines. It is not installed.\n')

describe.each(['off', 'on'] as const)('with INDEXING %s', (indexing) => {
  let site: WiredSite
  beforeAll(async () => {
    site = await wireSite({ without: ['worker'], indexing })
  })
  afterAll(() => site.close())

  test.each(KINDS)('%s %s, %i, has the matching robots header', async (method, path, status) => {
    const upstream = path.startsWith('/api/') ? site.searchUrl : site.renderUrl
    for (const url of [site.url, upstream]) {
      const answer = await rawRequest(url, path, { method })
      expect(answer.status).toBe(status)
      expect(answer.headers['x-robots-tag']).toBe(indexing === 'off' ? 'noindex' : undefined)
    }
  })

  test('robots.txt names the site map only where indexing is allowed', async () => {
    const { text } = await rawRequest(site.url, '/robots.txt')
    expect(text.includes(`Sitemap: ${SITE_URL}/sitemap.xml`)).toBe(indexing === 'on')
  })

  test.runIf(nginxIsHere)('nginx sets the same header once, for every upstream', async () => {
    const ingress = await startIngress({
      RENDER_ADDRESS: new URL(site.renderUrl).host,
      SEARCH_ADDRESS: new URL(site.searchUrl).host,
      // Off without a word.
      ...(indexing === 'on' && { INDEXING: indexing }),
    })
    onTestFinished(ingress.stop)
    for (const [method, path] of [...KINDS, ['GET', '//evil.example/x'] as const]) {
      const { headers } = await rawRequest(ingress.url, path, { method })
      const said = indexing === 'off' ? 'noindex' : undefined
      expect(headers['x-robots-tag'], `${method} ${path}`).toBe(said)
    }
  })
})
