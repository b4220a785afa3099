import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { ogImagePath } from '../../../../../services/render/documents/picture-address.ts'
import { NO_LOAD } from '../../../../../services/shared/http/load-ladder.ts'
import { rawRequest } from '../../../../support/hostile/raw-request.ts'
import { type WiredSite, wireSite } from '../../../../support/site/wire-site.ts'

const ARTICLE = '/articles/what-owning-a-share-gives-you'
/** Of which nothing is stored. */
const UNSEEN = '/articles/how-to-read-inflation-figures'
const SLIP = '/articles/what-owning-a-share-gives-yuo'
const SEARCH = '/search?q=owning'
/** Two looks of the ladder, with a margin for a machine that has too much to do. */
const SOON = { timeout: 10_000, interval: 50 }

let site: WiredSite
let picture: string
const load = { ...NO_LOAD }
beforeAll(async () => {
  site = await wireSite({ without: ['worker'], render: { measureLoad: () => load } })
  const { shell, models } = await site.contentClient.loadPageModels([UNSEEN])
  const [model] = models
  if (!model || !('page' in model)) throw new Error('There is no such article')
  picture = ogImagePath(model.page, shell)
  for (const address of ['/', ARTICLE, '/search', '/404.html']) await get(address)
  await vi.waitUntil(() => site.store.describe(ARTICLE), SOON)
})
afterAll(() => site.close())

const get = (address: string) => rawRequest(site.renderUrl, address)

async function climb(delay: number, header: string | undefined) {
  load.eventLoopDelay = delay
  await expect.poll(async () => (await get(ARTICLE)).headers['x-load'], SOON).toBe(header)
}

async function expectStored() {
  for (const address of ['/', ARTICLE, `/page-data${ARTICLE}/page-data.json`, '/robots.txt']) {
    expect((await get(address)).status, address).toBe(200)
  }
}

async function expectRefused(address: string, step: string) {
  const { status, headers } = await get(address)
  expect({ status, headers }, address).toMatchObject({
    status: 503,
    headers: { 'retry-after': '2', 'cache-control': 'no-store', 'x-load': `shed; step=${step}` },
  })
}

describe('an overloaded server', () => {
  test('reports no step of the ladder without load', async () => {
    await climb(0, undefined)
    expect((await get(SLIP)).text).toContain(ARTICLE)
    expect((await get(SEARCH)).text).toContain('card-description')
  })

  test('renders missing pages as long as no request waits', async () => {
    await climb(60, 'shed; step=stored')
    expect((await get('/articles/one-of-nobody')).status).toBe(404)
    await expectStored()
  })

  test('leaves out the lists beside results at the next step', async () => {
    await climb(110, 'shed; step=suggestions')
    expect((await get(SLIP)).status).toBe(404)
    expect((await get(SLIP)).text).not.toContain(ARTICLE)
    const found = await get(SEARCH)
    expect(found.status).toBe(200)
    expect(found.text).toContain(ARTICLE)
    expect(found.text).not.toContain('card-description')
    await expectStored()
  })

  test('draws no pictures at the next step', async () => {
    await climb(160, 'shed; step=images')
    await expectRefused(picture, 'images')
    await expectStored()
  })

  test('serves complete stored pages at the last step [F29, T10]', async () => {
    await climb(300, 'shed; step=lite')
    for (const address of ['/authors', SEARCH, '/articles/of-nobody-either']) {
      await expectRefused(address, 'lite')
    }
    await expectStored()
  })

  test('does all work again after the load', async () => {
    await climb(0, undefined)
    expect((await get('/authors')).status).toBe(200)
    expect((await get(picture)).status).toBe(200)
    expect((await get(SEARCH)).text).toContain('card-description')
    const { body } = await site.render.ops.inject('/metrics')
    for (const step of ['suggestions', 'images', 'lite']) {
      expect(body).toMatch(new RegExp(`finlore_load_left_out_total\\{.*step="${step}".*\\} [1-9]`))
    }
  })
})
