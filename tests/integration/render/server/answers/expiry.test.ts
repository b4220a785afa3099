import { afterEach, expect, test } from 'vitest'
import { articleDraft } from '../../../../support/content/content-service.ts'
import { rawRequest } from '../../../../support/hostile/raw-request.ts'
import { type WiredSite, wireSite } from '../../../../support/site/wire-site.ts'

const ADDRESS = '/articles/for-a-while'
/** The page, its data and its Markdown. */
const ALL = [ADDRESS, `/page-data${ADDRESS}/page-data.json`, `${ADDRESS}.md`]
/** Longer than any of the waits below takes on a busy machine. */
const PATIENCE = { timeout: 15_000, interval: 50 }

let site: WiredSite
afterEach(() => site.close())

const get = (address: string) => rawRequest(site.url, address)
const statusOf = async (address: string) => (await get(address)).status

/** Publishes an article that ends after so many seconds, and waits until its page is stored. */
async function publishUntil(seconds: number, more: object = {}): Promise<number> {
  const end = Math.ceil(Date.now() / 1_000 + seconds) * 1_000
  const expiresAt = new Date(end).toISOString()
  await site.edit('PUT', ADDRESS, articleDraft({ title: 'For a while', expiresAt, ...more }))
  await expect.poll(() => statusOf(ADDRESS), PATIENCE).toBe(200)
  await expect.poll(async () => (await site.store.read(ADDRESS)) !== undefined, PATIENCE).toBe(true)
  return end
}

test('an article that expires is withdrawn at its time, and no cache keeps it [F61]', async () => {
  site = await wireSite()
  const end = await publishUntil(4)
  for (const address of ALL) {
    const { headers } = await get(address)
    expect(headers.sunset, address).toBe(new Date(end).toUTCString())
    const [, ifError] = /stale-if-error=(\d+)/.exec(String(headers['cache-control'])) ?? []
    expect(Number(ifError), address).toBeLessThanOrEqual((end - Date.now()) / 1_000 + 1)
  }
  expect(Date.now()).toBeLessThan(end)

  await expect.poll(() => statusOf(ADDRESS), PATIENCE).toBe(410)
  expect(Date.now()).toBeGreaterThanOrEqual(end)
  expect((await get(ADDRESS)).headers).not.toHaveProperty('sunset')
  // Other articles are kept as before.
  const other = await get('/articles/what-owning-a-share-gives-you')
  expect(other.headers['cache-control']).toContain('stale-if-error=86400')
})

test('a stored page is not shown after its end, also while content does not answer [F61]', async () => {
  site = await wireSite()
  const end = await publishUntil(8)
  // The home page must be stored by then as well: the edit was one of it, too.
  await expect.poll(async () => (await site.store.read('/')) !== undefined, PATIENCE).toBe(true)
  await site.stopContent()
  await site.stopWorker()
  expect(await statusOf(ADDRESS)).toBe(200)
  expect(Date.now()).toBeLessThan(end)
  await expect.poll(() => statusOf(ADDRESS), PATIENCE).not.toBe(200)
  expect(Date.now()).toBeGreaterThanOrEqual(end)
  for (const address of ALL) expect(await statusOf(address), address).toBe(503)
  expect(await statusOf('/')).toBe(200)

  await site.startContent()
  await expect.poll(() => statusOf(ADDRESS), PATIENCE).toBe(410)
})

test('readers of an article that has expired are led where it says, at every address [F61]', async () => {
  site = await wireSite()
  const end = await publishUntil(4, { expiresTo: '/expert-advice' })
  expect(Date.now()).toBeLessThan(end)
  await expect.poll(() => statusOf(ADDRESS), PATIENCE).toBe(301)
  expect((await get(ADDRESS)).headers.location).toMatch(/^(?:https?:\/\/[^/]+)?\/expert-advice$/)
  const [, data = '', markdown = ''] = ALL
  const led = await get(data)
  expect([led.status, led.headers.location]).toEqual([
    301,
    '/page-data/expert-advice/page-data.json',
  ])
  expect((await get(markdown)).status).toBe(301)
  await expect
    .poll(async () => (await site.store.read(ADDRESS))?.entry ?? site.store.read(ADDRESS), PATIENCE)
    .toMatchObject({ status: 301, location: '/expert-advice' })
  await expect
    .poll(async () => (await get('/sitemaps/articles-1.xml')).text, PATIENCE)
    .not.toContain(ADDRESS)

  // A withdrawal leads on as well, until the article is back.
  const other = '/articles/what-owning-a-share-gives-you'
  await site.edit('DELETE', `${other}?redirectTo=/authors`)
  await expect.poll(async () => (await get(other)).headers.location, PATIENCE).toContain('/authors')
  await site.edit('PATCH', other, { withdrawn: false })
  await expect.poll(() => statusOf(other), PATIENCE).toBe(200)
})
