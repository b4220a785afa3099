import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { rawRequest } from '../../../../support/hostile/raw-request.ts'
import { type Ingress, startIngress } from '../../../../support/servers/ingress.ts'
import { hasNginx } from '../../../../support/servers/nginx-server.ts'
import { SITE_URL, type WiredSite, wireSite } from '../../../../support/site/wire-site.ts'

/** What readers of a page can find out, with curl, of how it came about. */

const nginxIsHere = hasNginx()
if (!nginxIsHere) process.stdout.write('Left out: nginx as the ingress. There is no nginx here\n')

const ARTICLE = '/articles/what-owning-a-share-gives-you'
const VALUE = /^revision=(\d+), build="([0-9a-f]+)", layer=(made|memory|store), age=(\d+)$/

let site: WiredSite
beforeAll(async () => {
  site = await wireSite({ without: ['worker'] })
})
afterAll(() => site.close())

const ask = (address: string, headers: Record<string, string> = {}) =>
  rawRequest(site.url, address, { headers })
const headerAt = async (address: string) => String((await ask(address)).headers['x-page'])

/** Its parts: revision, build, layer and age. */
async function partsAt(address: string) {
  const [, revision, build, layer, age] = VALUE.exec(await headerAt(address)) ?? []
  return { revision: Number(revision), build, layer, age: Number(age) }
}

describe('x-page', () => {
  test('says of a page what it shows, which code made it, and where it was found', async () => {
    const made = await partsAt('/expert-advice')
    expect(made).toMatchObject({ build: site.bundle.build, layer: 'made', age: 0 })
    expect(made.revision).toBeGreaterThan(0)
    await vi.waitUntil(() => site.store.version('/expert-advice'), { timeout: 10_000 })
    expect(await partsAt('/expert-advice')).toEqual({ ...made, layer: 'store' })
    expect(await partsAt('/expert-advice')).toEqual({ ...made, layer: 'memory' })
    // The routes answer this, and not the path before them.
    expect(await partsAt('/page-data//expert-advice/page-data.json')).toMatchObject({
      layer: 'memory',
    })
  })

  test('has the revision of the edit that a page shows', async () => {
    const { revision } = await partsAt(ARTICLE)
    const edit = await site.edit('PATCH', '/articles/how-a-broad-index-etf-works', {
      title: 'How an index fund works',
    })
    const shown = await partsAt('/articles/how-a-broad-index-etf-works')
    expect(shown.revision).toBe(edit)
    expect(shown.revision).toBeGreaterThan(revision)
  })

  test('is on every answer of an entry, and on those to clients that have it already', async () => {
    for (const address of [
      ...['/', ARTICLE, `${ARTICLE}.md`, `/page-data${ARTICLE}/page-data.json`, '/feed.rss'],
      ...['/sitemap.xml', '/llms.txt', '/no-such-page', '/page-data/404.html/page-data.json'],
    ]) {
      expect(await headerAt(address), address).toMatch(VALUE)
      expect(await headerAt(address), address).toMatch(VALUE)
    }
    const { etag } = (await ask(ARTICLE)).headers
    const kept = await ask(ARTICLE, { 'if-none-match': String(etag) })
    expect([kept.status, String(kept.headers['x-page'])]).toEqual([
      304,
      expect.stringMatching(VALUE),
    ])
    for (const address of ['/robots.txt', '/favicon.svg']) {
      expect(await headerAt(address), address).toBe('undefined')
    }
  })

  test('says of an answer that is of no entry that it was made, or is an error', async () => {
    const { build } = site.bundle
    for (const address of ['/search?q=bond', '/page-data/search/page-data.json?q=bond']) {
      expect(await headerAt(address)).toBe(`build="${build}", layer=made`)
    }
    await site.stopContent()
    const failed = await ask('/articles/another-address')
    expect(failed.status).toBe(503)
    expect(failed.headers['x-page']).toBe(`build="${build}", layer=error`)
  })
})

describe.runIf(nginxIsHere)('x-page through nginx', () => {
  let nginx: Ingress
  beforeAll(async () => {
    const { host } = new URL(site.url)
    nginx = await startIngress({ RENDER_ADDRESS: host, SEARCH_ADDRESS: host, SITE_URL })
  })
  afterAll(() => nginx.stop())

  test('is as render says it', async () => {
    for (const _ of [1, 2]) {
      const { headers } = await rawRequest(nginx.url, ARTICLE)
      expect(headers['x-page']).toMatch(VALUE)
    }
  })
})
