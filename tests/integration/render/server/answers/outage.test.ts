import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterEach, describe, expect, onTestFinished, test, vi } from 'vitest'
import { canonicalPath, pageDataPath } from '../../../../../services/render/documents/page-path.ts'
import { SHELL_PATH } from '../../../../../services/render/documents/shell-files.ts'
import type { RenderDependencies } from '../../../../../services/render/server/app.ts'
import type { PageStores } from '../../../../../services/render/store/page-store.ts'
import { connectRegistry } from '../../../../../services/render/worker/records/database.ts'
import { addressOf } from '../../../../../services/shared/addresses/topic-address.ts'
import { createContentClient } from '../../../../../services/shared/clients/content-client.ts'
import { createSearchClient } from '../../../../../services/shared/clients/search-client.ts'
import type { Service } from '../../../../../services/shared/http/create-service.ts'
import { rawRequest } from '../../../../support/hostile/raw-request.ts'
import { staticQueryAddresses } from '../../../../support/pages/static-queries.ts'
import { findOldPages, findStale, untilFilled } from '../../../../support/pages/stored-pages.ts'
import { startAnotherRender } from '../../../../support/site/another-render.ts'
import { type WiredSite, type WireOptions, wireSite } from '../../../../support/site/wire-site.ts'

const ARTICLE = '/articles/what-owning-a-share-gives-you'
const OTHER = '/articles/how-a-broad-index-etf-works'
/** It was never requested, so it is not stored. */
const UNSEEN = '/another-address'
/** The address of no server. */
const NOBODY = 'redis://127.0.0.1:1'
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
  test('stored pages, data, files and the search are served, and no others [F33]', async () => {
    await wire()
    const assets = await readdir(path.join(site.bundle.clientFolder, 'assets'))
    const stored = ['/', ARTICLE, '/authors', '/search', '/sitemap.xml', '/slice-data/header.json']
    const queries = await staticQueryAddresses(site.url)
    for (const address of [...stored, ...queries, '/no-such-page']) await get(address)

    await site.stopContent()

    for (const address of [
      ...stored,
      '/page-data/index/page-data.json',
      `/page-data${ARTICLE}/page-data.json`,
      '/page-data/app-data.json',
      ...queries,
      '/robots.txt',
      '/favicon.svg',
      `/assets/${assets[0]}`,
    ]) {
      expect(await statusOf(address), address).toBe(200)
    }
    expect(JSON.parse((await get('/api/search?q=owning')).text).total).toBe(1)
    const search = (await get('/search?q=owning')).text
    expect(search).toContain(ARTICLE)
    expect(search).toMatch(/<p class="card-description">[^<]{20}/)
    expect(await statusOf('/..')).toBe(404)

    // What is not stored is a clear 503 for a while, and then what it is.
    await expectErrorPage(UNSEEN)
    const data = await get(`/page-data${UNSEEN}/page-data.json`)
    expect(data.status).toBe(503)
    expect(data.headers['retry-after']).toBe('2')
    expect(JSON.parse(data.text)).toMatchObject({ code: 'unavailable' })

    await site.startContent()
    expect(await statusOf(UNSEEN)).toBe(404)
    await site.edit('PATCH', ARTICLE, { title: 'After the outage' })
    await expect.poll(async () => (await get(ARTICLE)).text, RECOVERY).toContain('After the outage')
  })

  test('render starts, has not-found and error data, is ready when it has a site, and recovers [S5]', async () => {
    await wire({ without: ['content'] })

    for (const name of ['404', '500']) {
      const answer = await get(`/page-data/${name}.html/page-data.json`)
      expect(answer.status).toBe(200)
      expect(JSON.parse(answer.text)).toMatchObject({ path: `/${name}.html` })
    }
    // No page can have this address: no request is needed.
    const answer = await get('/a%2Fb')
    expect(answer.status).toBe(404)
    expect(answer.text).toContain('<title data-gatsby-head="true">Page not found')

    await expectErrorPage('/search?q=owning')
    await expectErrorPage('/')
    const ready = await readiness(site.render)
    expect(ready).toEqual({
      code: 503,
      status: 'not ready',
      reasons: {
        site: `the home page is not stored and cannot be made: ${new URL(site.contentUrl).host} did not answer`,
      },
    })
    expect((await get('/')).text).not.toContain('href="/expert-advice"')
    const query = await get('/page-data/sq/d/932310606.json')
    expect(query.status).toBe(503)
    expect(JSON.parse(query.text)).not.toHaveProperty('data')

    await site.startContent()

    await expect.poll(() => statusOf('/'), RECOVERY).toBe(200)
    expect(await readiness(site.render)).toEqual({ code: 200, status: 'ok', reasons: {} })
    expect(await statusOf(ARTICLE)).toBe(200)
    await expect
      .poll(async () => (await get('/api/search?q=owning')).text, RECOVERY)
      .toContain('"total":1')
    // The worker follows again: edits reach stored pages.
    await site.edit('PATCH', ARTICLE, { title: 'Back again' })
    await expect.poll(async () => (await get(ARTICLE)).text, RECOVERY).toContain('Back again')
    // And the next error page has the menu.
    await expect.poll(() => site.store.read('/shell.json'), RECOVERY).toBeDefined()
    await site.stopContent()
    await expect.poll(async () => (await get(UNSEEN)).text, RECOVERY).toContain('expert-advice')
    await expectErrorPage(UNSEEN)
    expect((await readiness(site.render)).code).toBe(200)
  })

  test('jobs that failed in the meantime do not delay pages afterwards', async () => {
    await wire()
    await untilFilled(site)
    const { loadPageModels: load } = site.contentClient
    let refused = 0
    site.contentClient.loadPageModels = async () => {
      refused += 1
      throw new Error('content is ill')
    }
    await site.edit('PATCH', ARTICLE, { title: 'During the illness' })
    await expect.poll(() => refused, RECOVERY).toBeGreaterThan(3)
    await expect.poll(() => findStale(site), RECOVERY).toContain(ARTICLE)
    expect((await get(ARTICLE)).status).toBe(200)

    Object.assign(site.contentClient, { loadPageModels: load })

    await expect.poll(async () => (await get(ARTICLE)).text, RECOVERY).toContain('the illness')
    await expect.poll(() => findStale(site), RECOVERY).toEqual([])
    expect(await findOldPages(site)).toEqual([])
  })
})

describe('while the queue is down', () => {
  test('an edit still reaches its page', async () => {
    await wire({ redisUrl: NOBODY })
    const former = (await get(ARTICLE)).text

    await site.edit('PATCH', ARTICLE, { title: 'Without a queue' })

    await expect.poll(async () => (await get(ARTICLE)).text, RECOVERY).toContain('Without a queue')
    expect(former).not.toContain('Without a queue')
  })
})

describe("while render's database is down", () => {
  test('pages are served, and new ones are not stored', async () => {
    await wire({ ownRenderDatabase: true })
    await get(ARTICLE)

    await site.stopWorker()
    await site.renderDatabase.drop()
    // The worker may have made it already.
    await site.store.remove(OTHER)

    expect(await statusOf(ARTICLE)).toBe(200)
    for (const round of [1, 2]) {
      expect(await statusOf(OTHER), `round ${round}`).toBe(200)
      expect(await site.store.read(OTHER)).toBeUndefined()
    }
    expect(await statusOf(`/page-data${OTHER}/page-data.json`)).toBe(200)
    expect(await statusOf('/no-such-page')).toBe(404)
    expect((await readiness(site.render)).code).toBe(200)
  })
})

describe('while everything else is down', () => {
  test('a newly started server answers all stored pages, data and files [P4, F23]', async () => {
    await wire({ ownRenderDatabase: true })
    await untilFilled(site)
    await keepEarlierAsset()
    await site.stopWorker()
    await site.stopContent()
    await site.renderDatabase.drop()
    const { url, service } = await startRender()
    expect(await readiness(service)).toEqual({ code: 200, status: 'ok', reasons: {} })

    const files = await readdir(path.join(site.bundle.clientFolder, 'assets'))
    const addresses = [
      '/page-data/app-data.json',
      ...(await staticQueryAddresses(url)),
      '/slice-data/footer.json',
      '/robots.txt',
      '/favicon.svg',
      ...files.filter((name) => !/\.(?:br|gz)$/.test(name)).map((name) => `/assets/${name}`),
      `/assets/${EARLIER_ASSET}`,
    ]
    for await (const { path: stored } of site.store.list()) {
      const entry = (await site.store.read(stored))?.entry
      if (entry?.status !== 200 || stored === SHELL_PATH) continue
      if (canonicalPath(stored) === stored || entry.bodies.xml) addresses.push(addressOf(stored))
      if (entry.bodies.data) addresses.push(pageDataPath(stored))
    }

    expect(addresses.length).toBeGreaterThan(30)
    for (const address of addresses) {
      for (const _round of ['from the store', 'from memory']) {
        expect((await rawRequest(url, address)).status, address).toBe(200)
      }
    }
    expect((await rawRequest(url, `/assets/${EARLIER_ASSET}`)).headers).toMatchObject({
      'cache-control': 'public, max-age=31536000, immutable',
      'content-type': 'text/javascript; charset=utf-8',
    })
    expect((await rawRequest(url, UNSEEN)).status).toBe(503)
  })
})

const EARLIER_ASSET = 'entry-client-0LDbu1Ld.js'

async function keepEarlierAsset(): Promise<void> {
  const folder = await mkdtemp(path.join(tmpdir(), 'finlore-earlier-'))
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  await writeFile(path.join(folder, EARLIER_ASSET), 'export {}')
  await site.allPages.assets.keep('earlier1', folder)
}

async function startRender(parts?: Partial<RenderDependencies>) {
  const render = await startAnotherRender(site, parts)
  onTestFinished(render.close)
  return render
}

/** What operators hear from `/readyz`, and its status code. */
async function readiness({ ops }: Service) {
  const answer = await ops.inject('/readyz')
  return { code: answer.statusCode, ...answer.json() }
}

describe('without DNS', () => {
  test('a newly started server answers stored pages only [F31]', async () => {
    await wire()
    await vi.waitUntil(() => site.store.read(ARTICLE), { timeout: 15_000 })
    const nowhere = connectRegistry('postgres://nobody@postgres.invalid/nothing')
    onTestFinished(nowhere.close)
    const { url } = await startRender({
      db: nowhere.write,
      content: createContentClient('http://content.invalid:8081'),
      search: createSearchClient('http://search.invalid:8082'),
    })

    expect((await rawRequest(url, ARTICLE)).status).toBe(200)
    expect((await rawRequest(url, `/page-data${ARTICLE}/page-data.json`)).status).toBe(200)
    expect((await rawRequest(url, UNSEEN)).status).toBe(503)
  })
})

describe('while the page store fails', () => {
  const failing = (): PageStores => ({
    ...site.allPages,
    pages: () => ({ ...site.store, read: () => Promise.reject(new Error('secret disk')) }),
  })

  test('pages are rendered for each request [F21]', async () => {
    await wire({ without: ['worker'] })
    const { url } = await startRender({ store: failing() })

    const page = await rawRequest(url, ARTICLE)

    expect(page.status).toBe(200)
    expect(page.text).toContain('What owning a single share actually gives you')
    expect((await rawRequest(url, '/no-such-page')).status).toBe(404)
  })

  test('and content is down too, the answer is an error page of the site without details', async () => {
    await wire({ without: ['content', 'worker'] })
    const { url } = await startRender({ store: failing() })

    const page = await rawRequest(url, '/')
    const data = await rawRequest(url, '/page-data/index/page-data.json')

    expect([page.status, data.status]).toEqual([503, 503])
    expect(page.headers).toMatchObject({ 'cache-control': 'no-store', 'x-frame-options': 'DENY' })
    expect(page.text).toContain('Something went wrong')
    expect(page.text + data.text).not.toContain('secret disk')
    expect(JSON.parse(data.text)).toMatchObject({ code: 'unavailable' })
    for (const name of ['404', '500']) {
      const answer = await rawRequest(url, `/page-data/${name}.html/page-data.json`)
      expect(answer.status).toBe(200)
    }
  })
})
