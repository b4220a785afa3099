import { existsSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { gunzipSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { createCleanUp } from '../../../../deploy/local/clean-up.ts'
import { pageDataPath } from '../../../../services/render/documents/page-path.ts'
import { buildCopy } from '../../../../services/render/files/copy/copy-app.ts'
import { isPicturePath } from '../../../../services/shared/addresses/picture-address.ts'
import { addressOf } from '../../../../services/shared/addresses/topic-address.ts'
import { securityHeaders } from '../../../../services/shared/http/security-headers.ts'
import { rawRequest } from '../../../support/hostile/raw-request.ts'
import { staticQueryAddresses } from '../../../support/pages/static-queries.ts'
import { hasVarnish, startPurgedVarnish } from '../../../support/servers/cache-server.ts'
import { type Ingress, startIngress } from '../../../support/servers/ingress.ts'
import { hasNginx } from '../../../support/servers/nginx-server.ts'
import { createTcpLink, type TcpLink } from '../../../support/servers/tcp-link.ts'
import { SITE_URL, type WiredSite, wireSite } from '../../../support/site/wire-site.ts'

const ARTICLE = '/articles/what-owning-a-share-gives-you'
/** No test changes it. */
const SAVED = '/articles/reading-a-preferred-share'
const RENAMED = '/articles/how-to-read-inflation-figures'
const RENAMED_TO = '/articles/inflation-figures'
const SECTION = '/investment-dictionaries/terms-and-definitions'
const WITHDRAWN = '/articles/choosing-an-insurance-deductible'

const nginxIsHere = hasNginx()
if (!nginxIsHere) process.stdout.write('Left out: the ingress. nginx is not installed.\n')

describe.runIf(nginxIsHere)('while render is away, the ingress', () => {
  let site: WiredSite
  let home: string
  let renderLink: TcpLink
  let searchLink: TcpLink
  let ingress: Ingress
  let copy: Awaited<ReturnType<typeof runCopy>>

  beforeAll(async () => {
    site = await wireSite()
    await site.edit('PATCH', RENAMED, { slug: 'inflation-figures' })
    await site.edit('DELETE', WITHDRAWN)
    home = await mkdtemp(path.join(tmpdir(), 'finlore-copy-'))
    renderLink = await createTcpLink(site.renderUrl)
    searchLink = await createTcpLink(site.searchUrl)
    ingress = await startIngress({
      RENDER_ADDRESS: new URL(renderLink.url).host,
      SEARCH_ADDRESS: new URL(searchLink.url).host,
      SITE_URL,
      INDEXING: 'on',
      COPY_DIR: path.join(home, 'copy'),
    })
    copy = await runCopy()
    await untilCopied(await pathsOfSite())
    await renderLink.cut()
  })
  afterAll(async () => {
    await ingress.stop()
    await copy.close()
    await renderLink.cut()
    await searchLink.cut()
    await site.close()
    await rm(home, { recursive: true, force: true })
  })

  async function runCopy() {
    const { service, start } = await buildCopy({
      store: site.allPages,
      copyFolder: path.join(home, 'copy'),
      copyBytes: 2 ** 31,
      bundle: site.bundle,
      siteUrl: SITE_URL,
      serviceWorker: 'on',
      indexing: 'on',
      locale: 'en_US',
      log: { level: 'silent' },
      times: { pauseMs: 100, pausePerLook: 0 },
    })
    const running = start()
    return {
      service,
      async close() {
        await running.stop()
        await service.app.close()
        await service.ops.close()
      },
    }
  }

  async function pathsOfSite() {
    const { paths } = await site.contentClient.listPaths(undefined, 1_000)
    return paths
  }

  async function untilCopied(paths: Awaited<ReturnType<typeof pathsOfSite>>) {
    const pages = async () => {
      const metrics = await copy.service.metrics.metrics()
      return Number(/^finlore_copy_pages\S* (\d+)/m.exec(metrics)?.[1])
    }
    // The shell, feeds and site maps are there as well.
    await vi.waitUntil(async () => (await pages()) > paths.length + 5, { timeout: 20_000 })
    for (const address of await staticQueryAddresses(site.renderUrl)) {
      const copied = path.join(home, 'copy/public', address)
      await vi.waitUntil(() => existsSync(copied), { timeout: 20_000 })
    }
    await vi.waitUntil(() => existsSync(path.join(home, 'copy/whole')), { timeout: 20_000 })
  }

  const ask = (address: string, headers: Record<string, string> = {}) =>
    rawRequest(ingress.url, address, { headers })

  test('answers every page of the site and its data, with the time of the copy', async () => {
    const found = (await pathsOfSite()).filter(({ status }) => status === 'found')
    expect(found.length).toBeGreaterThan(60)
    for (const { path: page } of found) {
      if (page === '/404.html') continue
      if (isPicturePath(page)) {
        const { status, headers, bytes } = await ask(page)
        expect([status, headers['content-type']], page).toEqual([200, 'image/svg+xml'])
        expect(bytes.equals((await rawRequest(site.renderUrl, page)).bytes), page).toBe(true)
        continue
      }
      const [html, data] = [await ask(addressOf(page)), await ask(pageDataPath(page))]
      expect([html.status, data.status], page).toEqual([200, 200])
      const savedAt = new Date(String(html.headers['x-saved-copy']))
      expect(Math.abs(Date.now() - savedAt.getTime()), page).toBeLessThan(10 * 60_000)
      expect(html.text).toMatch(/<body>\n<aside class="saved-copy">Saved copy of <time datetime="/)
      expect(html.text).toContain(savedAt.toISOString().slice(0, 19))
      expect([html, data].map(({ headers }) => headers['x-page'])).toEqual([
        ...['layer=copy', 'layer=copy'],
      ])
      expect(data.bytes.equals((await rawRequest(site.renderUrl, pageDataPath(page))).bytes)).toBe(
        true,
      )
      expect([html, data].map(({ headers }) => headers['cache-control'])).toEqual([
        'no-store',
        'no-store',
      ])
    }
  })

  test('sends a page like render, except for the notice at its top', async () => {
    const [saved, rendered] = [await ask(ARTICLE), await rawRequest(site.renderUrl, ARTICLE)]
    expect(saved.text.replace(/<aside class="saved-copy">.*<\/aside>\n/, '')).toBe(rendered.text)
    expect(saved.headers).toMatchObject(securityHeaders(SITE_URL))
    expect(saved.headers['content-type']).toBe(rendered.headers['content-type'])
    const packed = await ask(ARTICLE, { 'accept-encoding': 'gzip, br' })
    expect(packed.headers).toMatchObject({ 'content-encoding': 'gzip', vary: 'Accept-Encoding' })
    expect(gunzipSync(packed.bytes).equals(saved.bytes)).toBe(true)
  })

  test('answers all other files that pages and robots need', async () => {
    const { text } = await ask(ARTICLE)
    const scripts = [...text.matchAll(/(?:src|href)="(\/assets\/[^"]+)"/g)].map(
      ([, file = '']) => file,
    )
    expect(scripts.length).toBeGreaterThan(1)
    for (const address of [
      ...scripts,
      '/robots.txt',
      '/favicon.svg',
      '/sw.js',
      '/feed.atom',
      '/feed.rss',
      '/feed.json',
      '/sitemap.xml',
      '/llms.txt',
      '/.well-known/security.txt',
      `${ARTICLE}.md`,
      '/manifest.webmanifest',
      '/page-data/app-data.json',
      '/slice-data/header.json',
      ...(await staticQueryAddresses(site.renderUrl)),
    ]) {
      const [saved, rendered] = [await ask(address), await rawRequest(site.renderUrl, address)]
      expect(saved.status, address).toBe(200)
      expect(saved.headers['content-type'], address).toBe(rendered.headers['content-type'])
      expect(saved.bytes.equals(rendered.bytes), address).toBe(true)
    }
  })

  test.each([
    [`${RENAMED}?a=1`, 301, `${RENAMED_TO}?a=1`],
    [pageDataPath(RENAMED), 301, pageDataPath(RENAMED_TO)],
    ['/about?a=1', 308, '/info/about-us?a=1'],
    ['/authors/?a=1', 308, '/authors?a=1'],
    [`${SECTION}/topics/bonds`, 308, `${SECTION}?topic=bonds`],
  ])('redirects from %s, %i, to %s', async (address, status, location) => {
    const saved = await ask(address)
    const rendered = await rawRequest(site.renderUrl, address)
    for (const answer of [saved, rendered]) {
      expect([answer.status, answer.headers.location]).toEqual([status, location])
    }
  })

  test('ignores malformed topics, and answers 404 for unknown ones', async () => {
    const section = await ask(SECTION)
    for (const topic of ['', '..%2f..', '../../authors', 'B']) {
      const answer = await ask(`${SECTION}?topic=${topic}`)
      expect([answer.status, answer.text], topic).toEqual([200, section.text])
    }
    expect((await ask(`${SECTION}?a=1&topic=bonds`)).text).toContain('<h1>Bonds</h1>')
    expect((await ask(`${SECTION}?topic=no-such-topic`)).status).toBe(503)
  })

  test('answers 410 for a withdrawn article', async () => {
    const answer = await ask(WITHDRAWN)
    expect(answer.status).toBe(410)
    expect(answer.headers['content-type']).toBe('text/html; charset=utf-8')
    expect(answer.text).toContain('<aside class="saved-copy">')
  })

  test('does not answer 404 for a page that it only does not have', async () => {
    for (const address of ['/no-such-page', '/articles', `${ARTICLE.toUpperCase()}`]) {
      const answer = await ask(address)
      expect(answer.status, address).toBe(503)
      expect(answer.headers).toMatchObject({ 'retry-after': '2', 'cache-control': 'no-store' })
      expect(answer.headers).not.toHaveProperty('x-saved-copy')
      expect(answer.text).toContain('Something went wrong')
      // With the header and the menu of all pages.
      expect(answer.text).toContain('class="site-header"')
    }
    for (const address of [
      '/page-data/no-such-page/page-data.json',
      '/assets/no-such.js',
      '/no/feed.json',
    ]) {
      const answer = await ask(address)
      expect(answer.status, address).toBe(503)
      expect(JSON.parse(answer.text)).toMatchObject({ code: 'unavailable' })
    }
  })

  test.each([
    '//evil.example/x',
    '/caf%C3%A9',
    '/a/%2e%2e/b',
    '/404.html',
    `${ARTICLE}/index.html`,
  ])('answers 404 at %s, which cannot be a page', async (address) => {
    const answer = await ask(address)
    expect(answer.status).toBe(404)
    expect(answer.text).toContain('Page not found')
  })

  test('still searches, and reports when search is down as well', async () => {
    const found = await ask('/api/search?q=inflation')
    expect(found.status).toBe(200)
    expect(JSON.parse(found.text).total).toBeGreaterThan(0)

    await searchLink.cut()
    const away = await ask('/api/search?q=inflation', { 'x-request-id': 'asked-by-a-test' })
    await searchLink.mend()
    expect(away.status).toBe(503)
    expect(away.headers).toMatchObject({ ...securityHeaders(SITE_URL), 'retry-after': '2' })
    expect(JSON.parse(away.text)).toEqual({
      code: 'unavailable',
      detail: expect.any(String),
      requestId: 'asked-by-a-test',
    })
  })

  test('shows an edit soon after it was made', async () => {
    await site.edit('PATCH', ARTICLE, { title: 'What a share gives you today' })
    await vi.waitUntil(
      async () => (await ask(ARTICLE)).text.includes('What a share gives you today'),
      { timeout: 20_000, interval: 50 },
    )
    await site.edit('DELETE', ARTICLE)
    await vi.waitUntil(async () => (await ask(ARTICLE)).status === 410, {
      timeout: 20_000,
      interval: 50,
    })
    // Its data goes after its page.
    await vi.waitUntil(async () => (await ask(pageDataPath(ARTICLE))).status === 503, {
      timeout: 20_000,
      interval: 50,
    })
  })

  test('serves the live pages again once render is back', async () => {
    await renderLink.mend()
    const answer = await ask('/')
    expect(answer.headers).not.toHaveProperty('x-saved-copy')
    expect(answer.headers.etag).toBeDefined()
    await renderLink.cut()
  })

  test.runIf(hasVarnish())('has a CDN keep its copies briefly, and pages afterwards', async () => {
    const cleanUp = createCleanUp((error) => {
      throw error
    })
    const link = await createTcpLink(site.renderUrl)
    cleanUp.add(link.cut)
    const behind = await startIngress({
      RENDER_ADDRESS: new URL(link.url).host,
      SITE_URL,
      COPY_DIR: path.join(home, 'copy'),
      CDN: 'on',
    })
    cleanUp.add(behind.stop)
    const varnish = await startPurgedVarnish(behind.url)
    cleanUp.add(varnish.stop)
    try {
      await link.cut()
      for (const [address, status] of [
        [SAVED, 200],
        [RENAMED, 301],
        [WITHDRAWN, 410],
      ] as const) {
        const answer = await rawRequest(behind.url, address)
        expect([answer.status, answer.headers['cache-control']]).toEqual([
          status,
          'public, max-age=0, must-revalidate, s-maxage=2',
        ])
        expect((await rawRequest(varnish.url, address)).status).toBe(status)
      }
      expect((await rawRequest(varnish.url, SAVED)).headers).toMatchObject({
        'x-saved-copy': expect.any(String),
        'x-cache': 'hit',
      })
      expect((await rawRequest(varnish.url, '/articles/not-saved')).status).toBe(503)

      await link.mend()
      const backAt = performance.now()
      for (const [address, status] of [
        [SAVED, 200],
        ['/articles/not-saved', 404],
      ] as const) {
        await vi.waitFor(
          async () => {
            const answer = await rawRequest(varnish.url, address)
            expect([answer.status, answer.headers['x-cache']]).toEqual([status, 'hit'])
            expect(answer.headers).not.toHaveProperty('x-saved-copy')
          },
          { timeout: 10_000, interval: 50 },
        )
      }
      expect(performance.now() - backAt).toBeLessThan(5_000)
    } finally {
      await cleanUp.run()
    }
  })

  test('keeps its copy when the store is wiped or missing', async () => {
    await site.stopWorker()
    await rm(site.pageFolder, { recursive: true })
    const { metrics } = copy.service
    const looks = async () =>
      /^finlore_copy_saved_timestamp_seconds\S* (\S+)/m.exec(await metrics.metrics())?.[1]
    const before = await looks()
    await vi.waitUntil(async () => (await looks()) !== before, { timeout: 20_000 })
    // What render said last is kept for a second.
    await vi.waitFor(async () => expect((await ask('/')).headers).toHaveProperty('x-saved-copy'), {
      timeout: 10_000,
    })
    expect((await ask(RENAMED_TO)).status).toBe(200)
  })
})
