import { afterAll, beforeAll, beforeEach, expect, onTestFinished, test } from 'vitest'
import type { HomePage } from '../../../../../services/shared/contracts/page.ts'
import { rawRequest } from '../../../../support/hostile/raw-request.ts'
import {
  fillStore,
  findOldPages,
  findStale,
  readStore,
  visible,
} from '../../../../support/pages/stored-pages.ts'
import { type WiredSite, wireSite } from '../../../../support/site/wire-site.ts'

/** How soon a reader sees what an editor did. */
const VISIBLE_MS = 2_000

let site: WiredSite
let before: Awaited<ReturnType<typeof readStore>>
beforeAll(async () => {
  site = await wireSite()
})
beforeEach(async () => {
  await fillStore(site)
  await settled()
  before = await readStore(site)
  site.rendered.length = 0
})
afterAll(() => site.close())

const settled = () => expect.poll(() => findStale(site), { timeout: 10_000 }).toEqual([])
const get = (path: string) => rawRequest(site.url, path)

/** Waits until all of these say so, for two seconds in all. */
async function seen(checks: Record<string, (text: string, status: number) => boolean>) {
  const deadline = performance.now() + VISIBLE_MS
  for (const [path, check] of Object.entries(checks)) {
    const timeout = Math.max(1, deadline - performance.now())
    const look = async () => {
      const { text, status } = await get(path)
      return check(text, status)
    }
    await expect.poll(look, { timeout, interval: 20, message: path }).toBe(true)
  }
}

/** Every page says what it would say if it were made now, and none was written for nothing. */
async function nothingElseWritten(): Promise<string[]> {
  await settled()
  expect(await findOldPages(site)).toEqual([])
  const written: string[] = []
  for (const [path, { made, entry }] of await readStore(site)) {
    const former = before.get(path)
    if (!former || former.made === made) continue
    expect(visible(entry), `${path} was written again as it was`).not.toEqual(visible(former.entry))
    written.push(path)
  }
  return written
}

test('the worker requests the model of an edited page at the revision of the edit', async () => {
  const { loadPageModels } = site.contentClient
  const asked: unknown[] = []
  site.contentClient.loadPageModels = (...given) => {
    asked.push(given)
    return loadPageModels(...given)
  }
  onTestFinished(() => void Object.assign(site.contentClient, { loadPageModels }))
  const path = [...before.keys()].find((name) => name.startsWith('/articles/')) ?? ''
  const revision = await site.edit('PATCH', path, { title: 'Asked for by its revision' })
  await settled()

  expect(asked.filter((given) => JSON.stringify(given).includes(`"${path}"`))).toEqual([
    [[path], revision],
  ])
})

test('a new title is on all pages within two seconds, and no other page is written', async () => {
  const home: HomePage = JSON.parse((await get('/page-data/index/page-data.json')).text).result.data
  // The newest of its category stands on the first page of every list that it is in.
  const card = home.strips[0]?.articles[0]
  if (!card) throw new Error('the home page shows no article')
  const says = (text: string) => text.includes('Zebras and their savings')

  await site.edit('PATCH', card.path, { title: 'Zebras and their savings' })

  await seen({
    [card.path]: says,
    [`/page-data${card.path}/page-data.json`]: says,
    [card.section.path]: says,
    [`/${card.section.path.split('/')[1]}`]: says,
    '/': says,
    [card.author.path]: says,
    '/api/search?q=zebras': says,
    '/search?q=zebras': says,
  })
  const written = await nothingElseWritten()
  expect(written).toContain(card.path)
  // Articles with a term that this one explains name it below their texts, as pages of terms do.
  const naming = written.filter((path) => /^\/(?:articles|terms)\//.test(path))
  for (const path of naming) expect(says((await get(path)).text), path).toBe(true)
  expect(written.length - naming.length).toBeLessThan(25)
  expect(written).not.toContain('/info/about-us')
})

test('a change of an article’s text rebuilds its own page only', async () => {
  const path = '/articles/how-big-should-an-emergency-fund-be'
  await site.edit('PATCH', path, { takeaways: ['Zebras keep three months of hay.'] })

  await seen({ [path]: (text) => text.includes('Zebras keep three months of hay.') })
  // Site maps and feeds say when it changed.
  const pages = (await nothingElseWritten()).filter((written) => !/\.(?:xml|atom)$/.test(written))
  expect(pages).toEqual([path])
  expect([...new Set(site.rendered)]).toEqual([path])
})

test('a new article is listed and found within two seconds, for at most 25 renderings [P2]', async () => {
  const path = '/articles/zebras-and-bonds'
  const links = (text: string) => text.includes(path)

  await site.edit('PUT', path, {
    title: 'Why zebras buy bonds',
    author: 'Eleanor Whitcombe',
    body: 'Because of their stripes.',
    entities: [{ category: 'product-reviews', subcategories: [{ subcategory: 'etfs' }] }],
  })

  await seen({
    [path]: (text, status) => status === 200 && text.includes('Because of their stripes'),
    '/product-reviews/etfs': links,
    '/product-reviews': links,
    '/': links,
    '/authors/eleanor-whitcombe': links,
    '/sitemap': links,
    '/sitemaps/articles-1.xml': links,
    '/api/search?q=zebras%20bonds': links,
  })
  await nothingElseWritten()
  expect(new Set(site.rendered).size).toBeLessThanOrEqual(25)
})

test('a withdrawn article is removed from its address, all lists and the search [F39]', async () => {
  const path = '/articles/defi-and-nft-explained'
  const page = JSON.parse((await get(`/page-data${path}/page-data.json`)).text).result.data
  const lists = page.breadcrumb.map(({ path: list }: { path: string }) => list)
  const lacks = (text: string, status: number) => status === 200 && !text.includes(path)
  expect((await get(lists[1])).text).toContain(path)

  await site.edit('DELETE', path)

  await seen({
    [path]: (_text, status) => status === 410,
    [lists[0]]: lacks,
    [lists[1]]: lacks,
    '/': lacks,
    [page.author.path]: lacks,
    '/sitemap': lacks,
    '/sitemaps/articles-1.xml': lacks,
    '/api/search?q=nft': lacks,
  })
  expect((await get(`/page-data${path}/page-data.json`)).status).toBe(404)
  await nothingElseWritten()
})

test('a renamed article leaves a redirect, and every list links to its new address', async () => {
  const path = '/articles/how-to-judge-an-investing-app'
  const page = JSON.parse((await get(`/page-data${path}/page-data.json`)).text).result.data
  const leads = (text: string) => text.includes('/articles/judging-an-app') && !text.includes(path)

  await site.edit('PATCH', path, { slug: 'judging-an-app' })

  await seen({
    [path]: (_text, status) => status === 301,
    '/articles/judging-an-app': (_text, status) => status === 200,
    [page.breadcrumb[1].path]: leads,
    [page.author.path]: leads,
    '/sitemaps/articles-1.xml': leads,
    '/api/search?q=investing%20app': leads,
  })
  expect((await get(path)).headers.location).toBe('/articles/judging-an-app')
  await nothingElseWritten()

  await site.edit('PATCH', '/articles/judging-an-app', { slug: 'judging' })
  await seen({ '/articles/judging': (_text, status) => status === 200 })
  await expect.poll(async () => (await get(path)).headers.location).toBe('/articles/judging')
  await nothingElseWritten()
})

test('an article at the former address of another one is the page there', async () => {
  const path = '/articles/how-to-judge-an-investing-app'
  await expect.poll(async () => (await get(path)).status).toBe(301)

  await site.edit('PUT', path, {
    title: 'Somebody else lives here now',
    author: 'Eleanor Whitcombe',
    body: 'New words.',
    entities: [{ category: 'expert-advice' }],
  })

  await seen({ [path]: (text, status) => status === 200 && text.includes('New words.') })
  await nothingElseWritten()
})
