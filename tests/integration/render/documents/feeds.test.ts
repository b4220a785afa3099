import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { rawRequest } from '../../../support/hostile/raw-request.ts'
import { findOldPages } from '../../../support/pages/stored-pages.ts'
import { type WiredSite, wireSite } from '../../../support/site/wire-site.ts'

const FEEDS = ['/feed', '/expert-advice/feed']
const SHARE = '/articles/what-owning-a-share-gives-you'

let site: WiredSite
beforeAll(async () => {
  site = await wireSite()
})
afterAll(() => site.close())

const get = (address: string) => rawRequest(site.url, address)
const itemsOf = async (feed: string): Promise<Record<string, unknown>[]> =>
  JSON.parse((await get(`${feed}.json`)).text).items

/** Waits until the feed says so; the worker rebuilds it soon after an edit. */
const untilItems = (
  feed: string,
  says: (items: Record<string, unknown>[]) => boolean,
): Promise<Record<string, unknown>[]> =>
  vi.waitUntil(
    async () => {
      const items = await itemsOf(feed)
      return says(items) ? items : false
    },
    { timeout: 10_000 },
  )

describe('the feeds', () => {
  test.each(FEEDS)('%s: all forms have the same content, the newest 20 first', async (feed) => {
    const [atom, json] = [await get(`${feed}.atom`), await get(`${feed}.json`)]
    const rss = await get(`${feed}.rss`)

    expect(atom.headers['content-type']).toBe('application/atom+xml; charset=utf-8')
    expect(rss.headers['content-type']).toBe('application/rss+xml; charset=utf-8')
    expect(json.headers['content-type']).toBe('application/feed+json; charset=utf-8')
    const items = await itemsOf(feed)
    const dates = items.map(({ date_published: date }) => String(date))
    expect(dates).toEqual(dates.toSorted().toReversed())
    expect(items.length).toBeLessThanOrEqual(20)
    expect(items.length).toBeGreaterThan(2)
    const ids = [...atom.text.matchAll(/<entry>\n<id>(.*?)<\/id>/g)].map(([, id]) => id)
    expect(ids).toEqual(items.map(({ id }) => id))
    const guids = [...rss.text.matchAll(/<guid isPermaLink="false">(.*?)<\/guid>/g)]
    expect(guids.map(([, id]) => id)).toEqual(ids)
    const pubDates = [...rss.text.matchAll(/<pubDate>(.*?)<\/pubDate>/g)].map(([, at]) => at)
    expect(pubDates.map((at) => new Date(String(at)).toISOString())).toEqual(dates)
  })

  test('link to existing pages, which link back', async () => {
    const items = await itemsOf('/feed')
    expect(items).toHaveLength(20)
    for (const { url } of items.slice(0, 3)) {
      const page = await get(new URL(String(url)).pathname)
      expect(page.status).toBe(200)
      expect(page.text).toContain('type="application/atom+xml" title="Finlore" href="/feed.atom">')
    }
    const home = await get('/expert-advice')
    expect(home.text).toContain('type="application/rss+xml" title="Finlore" href="/feed.rss">')
    expect(home.text).toContain('href="/expert-advice/feed.rss" data-gatsby-head="true">')
    expect(home.text).toContain('href="/expert-advice/feed.atom" data-gatsby-head="true">')
  })

  test('keep the id of an entry after its article is renamed', async () => {
    const body = {
      title: 'A brand new article',
      author: 'Marcus Adeyemi',
      description: 'It is new.',
      body: 'Text.',
      entities: [{ category: 'expert-advice', subcategories: [] }],
    }
    await site.edit('PUT', '/articles/brand-new', body)
    const isFirst = (path: string) => (items: Record<string, unknown>[]) =>
      String(items[0]?.url).endsWith(path)
    const [before] = await untilItems('/feed', isFirst('/articles/brand-new'))
    expect(before).toMatchObject({
      title: body.title,
      summary: body.description,
      content_text: body.body,
    })

    await site.edit('PATCH', '/articles/brand-new', { body: 'Other *text*.' })
    await untilItems('/feed', ([first]) => first?.content_text === 'Other text.')

    await site.edit('PATCH', '/articles/brand-new', { slug: 'renamed', title: 'Another title' })
    for (const feed of FEEDS) {
      const [after] = await untilItems(feed, isFirst('/articles/renamed'))
      expect(after).toMatchObject({ id: before?.id, title: 'Another title' })
    }

    await site.edit('DELETE', '/articles/renamed')
    for (const feed of FEEDS) {
      await untilItems(feed, (items) => items.every(({ id }) => id !== before?.id))
      expect((await get(`${feed}.rss`)).text).not.toContain(String(before?.id))
    }
    // The feeds may be made before the site map is.
    await expect.poll(() => findOldPages(site), { timeout: 10_000 }).toEqual([])
  })

  test('exist for categories only, in all forms', async () => {
    for (const address of ['/nothing/feed.atom', '/articles/feed.json', '/authors/feed.rss']) {
      const answer = await get(address)
      expect(answer.status, address).toBe(404)
      expect(JSON.parse(answer.text)).toMatchObject({ code: 'not-found' })
    }
    expect((await get('/expert-advice/risk-management/feed.atom')).status).toBe(404)
  })

  test('are served with content stopped, like all other shared files', async () => {
    await vi.waitUntil(
      async () => (await site.store.read('/expert-advice/feed.atom')) !== undefined,
      { timeout: 20_000 },
    )
    await site.stopContent()
    for (const address of [
      '/feed.atom',
      '/feed.rss',
      '/feed.json',
      '/expert-advice/feed.atom',
      '/expert-advice/feed.json',
      '/llms.txt',
      '/manifest.webmanifest',
      '/sitemap.xml',
      SHARE,
    ]) {
      expect((await get(address)).status, address).toBe(200)
    }
  })
})
