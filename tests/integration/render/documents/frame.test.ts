import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { rawRequest } from '../../../support/hostile/raw-request.ts'
import { staticQueryAddresses } from '../../../support/pages/static-queries.ts'
import { importChanged } from '../../../support/site/import-changed.ts'
import { type WiredSite, wireSite } from '../../../support/site/wire-site.ts'

// What pages share is named by what it says: M-703, M-704.

const ARTICLE = '/articles/what-owning-a-share-gives-you'
const PATIENCE = { timeout: 40_000, interval: 50 }

// The site's whole content is imported, and every page is rebuilt.
vi.setConfig({ testTimeout: 120_000 })

let site: WiredSite
beforeAll(async () => {
  site = await wireSite()
})
afterAll(() => site.close())

const get = (path: string) => rawRequest(site.url, path)

test('a changed menu has another address, and the former one stays [M-703]', async () => {
  const [siteBefore, menuBefore = ''] = await staticQueryAddresses(site.url)
  const answerBefore = await get(menuBefore)
  expect(answerBefore.text).toContain('"label":"Expert advice"')

  await importChanged(site.renderDatabase.url, 'categories/en_US.yaml', (text) =>
    text.replace('title: Expert advice', 'title: Advice of experts'),
  )
  await expect
    .poll(async () => (await staticQueryAddresses(site.url))[1], PATIENCE)
    .not.toBe(menuBefore)
  const [siteAfter, menuAfter = ''] = await staticQueryAddresses(site.url)
  expect(siteAfter).toBe(siteBefore)
  const answer = await get(menuAfter)
  expect(answer.status).toBe(200)
  expect(answer.text).toContain('"label":"Advice of experts"')
  expect(answer.headers['cache-control']).toBe('public, max-age=31536000, immutable')

  // A tab that was opened before, or a page that is not made again yet, may still ask for it.
  const kept = await get(menuBefore)
  expect(kept.status).toBe(200)
  expect(kept.bytes.equals(answerBefore.bytes)).toBe(true)

  await expect
    .poll(async () => {
      const { text } = await get(`/page-data${ARTICLE}/page-data.json`)
      return JSON.parse(text).staticQueryHashes.map(
        (hash: string) => `/page-data/sq/d/${hash}.json`,
      )
    }, PATIENCE)
    .toEqual([siteAfter, menuAfter])
})

test('with content down, stored data are served, and unknown names answer 404', async () => {
  const addresses = await staticQueryAddresses(site.url)
  for (const address of addresses) expect((await get(address)).status).toBe(200)
  await site.stopContent()
  for (const address of addresses) expect((await get(address)).status).toBe(200)
  expect((await get('/page-data/sq/d/1.json')).status).toBe(503)
  expect((await get('/slice-data/header.json')).status).toBe(200)
  await site.startContent()
  await expect.poll(async () => (await get('/page-data/sq/d/1.json')).status, PATIENCE).toBe(404)
})
