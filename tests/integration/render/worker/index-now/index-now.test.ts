import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { loadWorkerConfig } from '../../../../../services/render/config.ts'
import { startWorker } from '../../../../../services/render/start-worker.ts'
import {
  queueNotifications,
  settleNotifications,
  takeLease,
  trimNotifications,
} from '../../../../../services/render/worker/records/index-now-queue.ts'
import { loadFollower } from '../../../../../services/render/worker/records/page-registry.ts'
import { rawRequest } from '../../../../support/hostile/raw-request.ts'
import { findStale, untilFilled } from '../../../../support/pages/stored-pages.ts'
import {
  type IndexNowServer,
  startIndexNowServer,
} from '../../../../support/servers/index-now-server.ts'
import { SITE_URL, type WiredSite, wireSite } from '../../../../support/site/wire-site.ts'

const KEY = '0123456789abcdef0123456789abcdef'
const ARTICLE = '/articles/what-owning-a-share-gives-you'
const WITHDRAWN = '/articles/what-an-active-mutual-fund-costs'
/** Fast, and with a pause after each call that a test can wait for. */
const PACE = { lookMs: 10, settleMs: 0, everyMs: 50 }
const WAIT = { timeout: 20_000, interval: 20 }
vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 })

let endpoint: IndexNowServer
let site: WiredSite
let titles = 0
beforeAll(async () => {
  endpoint = await startIndexNowServer()
  site = await wireSite({ indexNow: { key: KEY, url: endpoint.url, pace: PACE } })
  await untilFilled(site)
})
afterAll(async () => {
  await site.close()
  await endpoint.close()
})
beforeEach(async () => {
  Object.assign(endpoint, { calls: [], status: 202, headers: {}, onCall: () => {} })
  await db()
    .updateTable('index_now')
    .set({ next_at: new Date(0).toISOString() })
    .execute()
})

const db = () => site.renderDatabase.write
const waiting = () =>
  db().selectFrom('index_now_address').select('path').where('told_at', 'is', null).execute()
const state = () =>
  db().selectFrom('index_now').select(['failures', 'next_at']).executeTakeFirstOrThrow()
/** The worker has made all pages of an edit, and told what there was to tell. */
async function settled(revision: number) {
  await vi.waitFor(async () => {
    expect((await loadFollower(db())).revision).toBeGreaterThanOrEqual(revision)
    expect(await findStale(site)).toEqual([])
    expect(await waiting()).toEqual([])
  }, WAIT)
}
const at = (path: string) => SITE_URL + path
/** @returns the revision from which on it has another title */
const retitle = () =>
  site.edit('PATCH', ARTICLE, { title: `Zebras and their savings, ${++titles}` })
/** How often search engines were notified about the article. */
const timesTold = () => endpoint.told().filter((url) => url === at(ARTICLE)).length

// F-14
test('search engines are notified of changes once they are stored, with the key’s address', async () => {
  // All pages of the site were made, and none of them is news.
  expect(await db().selectFrom('index_now_address').selectAll().execute()).toEqual([])
  const key = await rawRequest(site.url, `/${KEY}.txt`)
  expect(key).toMatchObject({ status: 200, text: KEY })
  expect(key.headers['content-type']).toBe('text/plain; charset=utf-8')

  let shown = ''
  endpoint.onCall = async ({ body }) => {
    if (body.urlList.includes(at(ARTICLE))) shown += (await rawRequest(site.url, ARTICLE)).text
  }
  await settled(await retitle())

  expect(shown.includes('Zebras and their savings, 1')).toBe(true)
  for (const { method, contentType, body } of endpoint.calls) {
    expect({ method, contentType }).toEqual({
      method: 'POST',
      contentType: 'application/json; charset=utf-8',
    })
    const { urlList, ...said } = body
    expect(said).toEqual({
      host: 'finlore.example',
      key: KEY,
      keyLocation: `${SITE_URL}/${KEY}.txt`,
    })
  }
  const told = endpoint.told()
  expect(timesTold()).toBe(1)
  expect(told.length).toBeLessThan(25)
  for (const url of told) {
    const { status, text, headers } = await rawRequest(site.url, url.slice(SITE_URL.length))
    expect(status, url).toBe(200)
    expect(headers['content-type'], url).toBe('text/html; charset=utf-8')
    expect(text, url).not.toContain('noindex')
  }
})

test('they are notified of new, moved and removed pages, not of a changed appearance', async () => {
  const { text } = await rawRequest(site.contentUrl, ARTICLE, {
    headers: { authorization: `Bearer ${site.token}` },
  })
  const { revision: _, ...article } = JSON.parse(text)
  await settled(await site.edit('PUT', '/articles/zebras', { ...article, title: 'Zebras' }))
  await settled(await site.edit('PATCH', '/articles/zebras', { slug: 'zebras-and-savings' }))
  await settled(await site.edit('DELETE', WITHDRAWN))
  const told = endpoint.told()
  for (const path of ['/articles/zebras', '/articles/zebras-and-savings', WITHDRAWN]) {
    expect(told, path).toContain(at(path))
  }

  endpoint.calls.length = 0
  // Every page that has no links of its own is written again with these.
  const sapeNewUrl = '<a href="https://partner.example/">A partner</a>'
  await settled(await site.edit('PUT', '/ads', { sapeData: { sapeLinks: {}, sapeNewUrl } }))
  const { text: page } = await rawRequest(site.url, ARTICLE)
  expect(page.includes('partner.example')).toBe(true)
  expect(endpoint.calls).toEqual([])
})

test('the worker of another build sends no notification for its pages, and none twice', async () => {
  const other = { ...site.bundle, build: 'b0b0b0b0b0b0b0b0' }
  const env = {
    DATABASE_URL: site.renderDatabase.url,
    CONTENT_URL: site.contentUrl,
    PAGE_STORE: `file:${site.pageFolder}`,
    SITE_URL,
  }
  const { service, close } = await startWorker(loadWorkerConfig(env), {
    database: site.renderDatabase,
    store: site.allPages,
    content: site.contentClient,
    bundle: other,
    indexNow: { key: KEY, url: endpoint.url, pace: PACE },
    log: { level: 'silent' },
  })
  try {
    await untilFilled({ ...site, bundle: other })
    expect(await waiting()).toEqual([])
    expect(endpoint.calls).toEqual([])

    await settled(await retitle())
    await untilFilled({ ...site, bundle: other })
    await vi.waitFor(async () => expect(await waiting()).toEqual([]), WAIT)
    expect(timesTold()).toBe(1)
  } finally {
    await close()
    await service.app.close()
    await service.ops.close()
  }
})

test('an endpoint that fails is retried later, however often the worker restarts', async () => {
  endpoint.status = 503
  await retitle()
  await vi.waitFor(async () => expect((await state()).failures).toBeGreaterThan(2), WAIT)
  expect(site.complaints.join()).toMatch(/"reason":"answered 503".*search engines were not told/)

  endpoint.status = 429
  endpoint.headers = { 'retry-after': '3600' }
  const inHalfAnHour = Date.now() + 30 * 60_000
  await vi.waitFor(async () => {
    expect(Date.parse((await state()).next_at)).toBeGreaterThan(inHalfAnHour)
  }, WAIT)
  await site.stopWorker()
  endpoint.status = 200
  endpoint.calls.length = 0
  await site.startWorker()
  const metrics = (await rawRequest(site.workerUrl, '/metrics')).text
  expect(metrics).toMatch(/finlore_index_now_waiting_addresses\{.*\} [1-9]/)
  await untilFilled(site)
  expect(endpoint.calls).toEqual([])

  await db().updateTable('index_now').set({ next_at: new Date().toISOString() }).execute()
  await vi.waitFor(async () => expect(await waiting()).toEqual([]), WAIT)
  expect(timesTold()).toBe(1)
  await vi.waitFor(async () => expect((await state()).failures).toBe(0), WAIT)
})

test('a notification that the endpoint refuses is dropped, with advice in the log', async () => {
  endpoint.status = 403
  await settled(await retitle())
  expect(site.complaints.join()).toMatch(/"status":403.*SITE_URL answers at \/INDEXNOW_KEY\.txt/)
  const metrics = (await rawRequest(site.workerUrl, '/metrics')).text
  expect(metrics).toMatch(/finlore_index_now_addresses_total\{.*outcome="refused".*\} [1-9]/)
  expect(metrics).toMatch(/finlore_index_now_waiting_addresses\{.*\} 0/)
})

test('one worker at a time has the lease, and of too many notifications the oldest are dropped', async () => {
  await site.stopWorker()
  await db().deleteFrom('index_now_address').execute()
  const news = (from: number, count: number) =>
    Array.from({ length: count }, (_, place) => ({ path: `/a-${from + place}`, listing: '410' }))
  await queueNotifications(db(), news(0, 3))
  await queueNotifications(db(), news(3, 4))
  expect(await trimNotifications(db(), 5)).toBe(2)

  const options = { limit: 3, settleMs: 0, leaseMs: 60_000 }
  await db()
    .updateTable('index_now')
    .set({ next_at: new Date(0).toISOString() })
    .execute()
  const leases = await Promise.all([1, 2, 3].map(() => takeLease(db(), options)))
  const [taken, ...others] = leases.filter((one) => one !== undefined)
  expect(taken?.changed).toEqual(news(2, 3))
  expect(others).toEqual([])

  // One of them changed while it was told.
  await queueNotifications(db(), [{ path: '/a-3', listing: '404' }])
  await settleNotifications(db(), taken?.changed ?? [])
  const left = (await waiting()).map(({ path }) => path).sort()
  expect(left).toEqual(['/a-3', '/a-5', '/a-6'])
})
