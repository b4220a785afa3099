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
async function publishUntil(seconds: number): Promise<number> {
  const end = Math.ceil(Date.now() / 1_000 + seconds) * 1_000
  const expiresAt = new Date(end).toISOString()
  await site.edit('PUT', ADDRESS, articleDraft({ title: 'For a while', expiresAt }))
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
  const end = await publishUntil(4)
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
