import { readdir } from 'node:fs/promises'
import path from 'node:path'
import { afterEach, describe, expect, onTestFinished, test } from 'vitest'
import { buildApp } from '../../services/render/app.ts'
import { createSearchClient } from '../../services/shared/clients/search-client.ts'
import { rawRequest } from '../support/raw-request.ts'
import { findOldPages, findStale } from '../support/stored-pages.ts'
import { SITE_URL, type WiredSite, type WireOptions, wireSite } from '../support/wire-site.ts'

const ARTICLE = '/articles/what-owning-a-share-gives-you'
const OTHER = '/articles/how-a-broad-index-etf-works'
const RECOVERY = { timeout: 8_000, interval: 50 }

let site: WiredSite
afterEach(() => site.close())

async function wire(options?: WireOptions) {
  site = await wireSite(options)
}
const get = (address: string) => rawRequest(site.url, address)
const statusOf = async (address: string) => (await get(address)).status

async function expectErrorPage(address: string) {
  const answer = await get(address)
  expect(answer.status, address).toBe(503)
  expect(answer.headers).toMatchObject({
    'content-type': 'text/html; charset=utf-8',
    'retry-after': '2',
    'cache-control': 'no-store',
    'x-frame-options': 'DENY',
  })
  expect(answer.headers).not.toHaveProperty('etag')
  expect(answer.text).toContain('<title data-gatsby-head="true">Something went wrong</title>')
  expect((await rawRequest(site.url, address, { method: 'HEAD' })).status).toBe(503)
}

describe('while content is down', () => {
  test('all that is stored is served, with its data, its files and the search, and no more', async () => {
    await wire()
    const assets = await readdir(path.join(site.bundle.clientFolder, 'assets'))
    const stored = ['/', ARTICLE, '/authors', '/search', '/sitemap.xml', '/slice-data/header.json']
    for (const address of [...stored, '/no-such-page']) await get(address)

    await site.stopContent()

    for (const address of [
      ...stored,
      '/page-data/index/page-data.json',
      `/page-data${ARTICLE}/page-data.json`,
      '/page-data/app-data.json',
      '/page-data/sq/d/932310606.json',
      '/robots.txt',
      '/favicon.svg',
      `/assets/${assets[0]}`,
    ]) {
      expect(await statusOf(address), address).toBe(200)
    }
    expect(JSON.parse((await get('/api/search?q=share')).text).total).toBe(1)
    expect((await get('/search?q=share')).text).toContain(ARTICLE)
    expect(await statusOf('/..')).toBe(404)

    // What is not stored is a clear 503 for a while, and then the page.
    for (const address of [OTHER, '/another-address']) await expectErrorPage(address)
    const data = await get(`/page-data${OTHER}/page-data.json`)
    expect(data.status).toBe(503)
    expect(data.headers['retry-after']).toBe('2')
    expect(JSON.parse(data.text)).toMatchObject({ code: 'unavailable' })

    await site.startContent()
    expect(await statusOf(OTHER)).toBe(200)
    await site.edit('PATCH', ARTICLE, { title: 'After the outage' })
    await expect.poll(async () => (await get(ARTICLE)).text, RECOVERY).toContain('After the outage')
  })

  test('S5: render starts, is ready, has not-found and error data, and recovers by itself', async () => {
    await wire({ without: ['content'] })

    for (const name of ['404', '500']) {
      const answer = await get(`/page-data/${name}.html/page-data.json`)
      expect(answer.status).toBe(200)
      expect(JSON.parse(answer.text)).toMatchObject({ path: `/${name}.html` })
    }
    // No page can have this address: nobody needs to be asked.
    const answer = await get('/a%2Fb')
    expect(answer.status).toBe(404)
    expect(answer.text).toContain('<title data-gatsby-head="true">Page not found')

    await expectErrorPage('/search?q=share')
    await expectErrorPage('/')
    expect((await site.render.ops.inject('/readyz')).json()).toEqual({ status: 'ok', reasons: {} })
    expect((await get('/')).text).not.toContain('href="/expert-advice"')
    const query = await get('/page-data/sq/d/932310606.json')
    expect(query.status).toBe(503)
    expect(JSON.parse(query.text)).not.toHaveProperty('data')

    await site.startContent()

    await expect.poll(() => statusOf('/'), RECOVERY).toBe(200)
    expect(await statusOf(ARTICLE)).toBe(200)
    await expect
      .poll(async () => (await get('/api/search?q=share')).text, RECOVERY)
      .toContain('"total":1')
    // The worker follows again: edits reach stored pages.
    await site.edit('PATCH', ARTICLE, { title: 'Back again' })
    await expect.poll(async () => (await get(ARTICLE)).text, RECOVERY).toContain('Back again')
    // And the next error page has the menu.
    await expect.poll(() => site.store.read('/shell.json'), RECOVERY).toBeDefined()
    await site.stopContent()
    await expect.poll(async () => (await get(OTHER)).text, RECOVERY).toContain('expert-advice')
    await expectErrorPage(OTHER)
  })

  test('jobs that failed in the meantime do not hold up the pages afterwards', async () => {
    await wire()
    await get(ARTICLE)
    await get(OTHER)
    const load = site.contentClient.loadPageModel
    site.contentClient.loadPageModel = () => Promise.reject(new Error('content is ill'))
    await site.edit('PATCH', ARTICLE, { title: 'During the illness' })
    await expect.poll(() => site.complaints.length, RECOVERY).toBeGreaterThan(3)
    expect(await findStale(site)).toContain(ARTICLE)
    expect((await get(ARTICLE)).status).toBe(200)

    site.contentClient.loadPageModel = load

    await expect.poll(async () => (await get(ARTICLE)).text, RECOVERY).toContain('the illness')
    await expect.poll(() => findStale(site), RECOVERY).toEqual([])
    expect(await findOldPages(site)).toEqual([])
  })
})

describe("while render's database is down", () => {
  test('pages are served, those that are new without being stored', async () => {
    await wire({ ownRenderDatabase: true })
    await get(ARTICLE)

    await site.renderDatabase.drop()

    expect(await statusOf(ARTICLE)).toBe(200)
    for (const round of [1, 2]) {
      expect(await statusOf(OTHER), `round ${round}`).toBe(200)
      expect(await site.store.read(OTHER)).toBeUndefined()
    }
    expect(await statusOf(`/page-data${OTHER}/page-data.json`)).toBe(200)
    expect(await statusOf('/no-such-page')).toBe(404)
    expect((await site.render.ops.inject('/readyz')).statusCode).toBe(200)
  })
})

test('a failing page store is a 500 that looks like the site and says nothing', async () => {
  await wire({ without: ['content', 'worker'] })
  const { app } = await buildApp({
    db: site.renderDatabase.write,
    store: { ...site.store, read: () => Promise.reject(new Error('secret disk')) },
    content: site.contentClient,
    search: createSearchClient(site.contentUrl),
    bundle: site.bundle,
    siteUrl: SITE_URL,
    log: { level: 'silent' },
  })
  onTestFinished(() => app.close())

  const [page, data] = await Promise.all([
    app.inject('/'),
    app.inject('/page-data/index/page-data.json'),
  ])

  expect([page.statusCode, data.statusCode]).toEqual([500, 500])
  expect(page.headers).toMatchObject({ 'cache-control': 'no-store', 'x-frame-options': 'DENY' })
  expect(page.body).toContain('Something went wrong')
  expect(page.body + data.body).not.toContain('secret disk')
  expect(data.json()).toMatchObject({ code: 'internal' })
  expect((await app.inject('/page-data/500.html/page-data.json')).statusCode).toBe(200)
  expect((await app.inject('/page-data/404.html/page-data.json')).statusCode).toBe(200)
})
