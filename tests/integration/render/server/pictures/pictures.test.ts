import { afterAll, test as base, beforeAll, describe, expect } from 'vitest'
import { ogImagePath } from '../../../../../services/render/documents/picture-address.ts'
import { CACHING } from '../../../../../services/render/server/answers/bodies/caching.ts'
import type { RenderDependencies } from '../../../../../services/render/server/app.ts'
import { createDrawer } from '../../../../../services/render/server/pictures/draw-in-threads.ts'
import { isWholePng } from '../../../../../services/render/store/png.ts'
import { createContentClient } from '../../../../../services/shared/clients/content-client.ts'
import { collectList } from '../../../../support/content/collect-list.ts'
import { rawRequest } from '../../../../support/hostile/raw-request.ts'
import { storeKinds } from '../../../../support/pages/store-kinds.ts'
import { startAnotherRender } from '../../../../support/site/another-render.ts'
import { freePort } from '../../../../support/site/run-site.ts'
import { type WiredSite, wireSite } from '../../../../support/site/wire-site.ts'

const SHARE = 'what-owning-a-share-gives-you'
const RENAMED = 'how-to-read-inflation-figures'
const WITHDRAWN = 'defi-and-nft-explained'
const OTHER_KEY = '0123456789ab'
const NOBODY = `http://127.0.0.1:${await freePort()}`

let site: WiredSite
beforeAll(async () => {
  site = await wireSite({ without: ['worker'] })
  await site.edit('DELETE', `/articles/${WITHDRAWN}`)
})
afterAll(() => site.close())

/** Where content says that the picture of a page is. */
async function pictureAt(slug?: string): Promise<string> {
  const path = slug === undefined ? '/' : `/articles/${slug}`
  const { shell, models } = await site.contentClient.loadPageModels([path])
  const [model] = models
  if (!model || !('page' in model)) throw new Error(`${path} is not there`)
  return ogImagePath(model.page, shell)
}

describe.each(await storeKinds())('pictures in $kind', ({ leftOut, place, close }) => {
  afterAll(close)
  const test = base
    .extend('place', () => place())
    .extend('store', ({ place }) => place.open())
    .extend('start', async ({ store }, { onCleanup }) => {
      const stop: (() => Promise<void>)[] = []
      onCleanup(async () => {
        for (const each of stop) await each()
      })
      return async (options: Partial<RenderDependencies> = {}) => {
        const { service, url, close } = await startAnotherRender(site, { store, ...options })
        stop.push(close)
        const countDrawn = async () => {
          const text = await service.metrics.metrics()
          return Number(/^finlore_pictures_drawn_total\{.*\} (\d+)$/m.exec(text)?.[1])
        }
        const ask = (address: string, headers = {}) => rawRequest(url, address, { headers })
        return { ...service, url, ask, countDrawn }
      }
    })
    .skipIf(leftOut !== undefined)

  test('are drawn once, immutable, and allowed on other sites', async ({ start }) => {
    const one = await start()
    const address = await pictureAt(SHARE)
    const answers = await Promise.all([1, 2, 3].map(() => one.ask(address)))
    const [first] = answers
    for (const { status, bytes } of answers) {
      expect(status).toBe(200)
      expect(bytes).toEqual(first?.bytes)
    }
    const { headers, bytes } = first ?? (await one.ask(address))
    expect(isWholePng(bytes)).toBe(true)
    expect([bytes.readUInt32BE(16), bytes.readUInt32BE(20)]).toEqual([1200, 630])
    expect(headers).toMatchObject({
      'content-type': 'image/png',
      'cache-control': 'public, max-age=31536000, immutable',
      'cross-origin-resource-policy': 'cross-origin',
      'x-content-type-options': 'nosniff',
    })
    expect(await one.countDrawn()).toBe(1)
    await one.stored()

    // Another server finds it in the store.
    const other = await start()
    const again = await other.ask(address)
    expect(again.bytes).toEqual(bytes)
    expect(again.headers.etag).toBe(headers.etag)
    expect(await other.countDrawn()).toBe(0)
    const known = await other.ask(address, { 'if-none-match': headers.etag })
    expect(known.status).toBe(304)
    expect(known.bytes).toHaveLength(0)
  })

  test('are drawn again when they are damaged', async ({ start, place, store }) => {
    const { ask, stored, countDrawn } = await start()
    const address = await pictureAt(SHARE)
    const { bytes } = await ask(address)
    await stored()
    const [object] = await collectList(place.storage.list('_pictures'))
    expect(object?.key).toBe(address.replace('/og/', '_pictures/'))
    await place.storage.write(object?.key ?? '', bytes.subarray(0, -20))
    expect((await ask(address)).bytes).toEqual(bytes)
    expect(await countDrawn()).toBe(2)
    expect(await store.builds()).not.toContain('_pictures')
  })

  test('have another address when the title changes; the former one redirects there', async ({
    start,
  }) => {
    const { ask, countDrawn } = await start()
    const slug = 'what-a-stock-index-is'
    await site.edit('PUT', `/articles/${slug}`, {
      title: 'What an index is',
      author: 'Eleanor Whitcombe',
      body: 'An index is a list.',
      entities: [
        {
          category: 'expert-advice',
          subcategories: [{ subcategory: 'investment-strategies', subsubcategories: [] }],
        },
      ],
    })
    const former = await pictureAt(slug)
    await site.edit('PATCH', `/articles/${slug}`, { title: 'What <an> "index" is & is not' })
    const present = await pictureAt(slug)
    expect(present).not.toBe(former)

    const moved = await ask(former)
    expect(moved.status).toBe(302)
    expect(moved.headers.location).toBe(present)
    expect(moved.headers['cache-control']).toBe(CACHING.revalidate)
    expect(await countDrawn()).toBe(0)
    expect((await ask(present)).status).toBe(200)
  })

  test('of missing pages are not drawn', async ({ start }) => {
    const { ask, countDrawn } = await start()
    const slugs = ['no-such-article', WITHDRAWN, 'about-us', 'a'.repeat(120)]
    const addresses = slugs.map((slug) => `/og/${slug}-${OTHER_KEY}.png`)
    for (const address of [...addresses, '/og/', '/og/a.png', `/og/${SHARE}.png`, '/og/%2e%2e/a']) {
      const { status, headers } = await ask(address)
      expect(status, address).toBe(404)
      expect(headers['cache-control'], address).toBe('no-store')
    }
    expect((await ask(`/og/${SHARE}-${OTHER_KEY}.png`)).headers.location).toBe(
      await pictureAt(SHARE),
    )
    expect(await countDrawn()).toBe(0)
  })

  test('are not read from the store by a name that no page has', async ({ start, store }) => {
    const reads: string[] = []
    const pictures = {
      ...store.pictures,
      read(name: string) {
        reads.push(name)
        return store.pictures.read(name)
      },
    }
    const { ask } = await start({ store: { ...store, pictures } })
    for (const subject of [SHARE, WITHDRAWN, 'no-such-article', 'site']) {
      await ask(`/og/${subject}-${OTHER_KEY}.png`)
    }
    expect(reads).toEqual([])
    const address = await pictureAt(SHARE)
    expect((await ask(address)).status).toBe(200)
    expect(reads.map((name) => `/og/${name}.png`)).toEqual([address])
  })

  test('of the site are those of all other pages', async ({ start }) => {
    const { ask } = await start()
    const address = await pictureAt()
    expect((await ask(address)).status).toBe(200)
    expect((await ask(`/og/site-${OTHER_KEY}.png`)).headers.location).toBe(address)
  })

  test('are not drawn beyond the queue: other requests get Retry-After', async ({ start }) => {
    const { ask, countDrawn, stored } = await start({ drawer: createDrawer({ maxWaiting: 1 }) })
    const { paths } = await site.contentClient.listPaths(undefined, 1_000)
    const slugs = paths.flatMap(({ path, status }) =>
      path.startsWith('/articles/') && status === 'found' ? [path.split('/')[2] ?? ''] : [],
    )
    const addresses = await Promise.all(slugs.slice(0, 8).map(pictureAt))
    const answers = await Promise.all(addresses.map((address) => ask(address)))
    const refused = answers.filter(({ status }) => status === 503)
    expect(answers.filter(({ status }) => status === 200).length).toBeGreaterThanOrEqual(2)
    expect(refused.length).toBeGreaterThan(0)
    expect(refused.length + (await countDrawn())).toBe(8)
    for (const { headers } of refused) {
      expect(headers['retry-after']).toBe('2')
      expect(headers['cache-control']).toBe('no-store')
    }
    await stored()
    for (const address of addresses) expect((await ask(address)).status).toBe(200)
  })

  test('are served while content is down, drawn or not, if their pages are stored', async ({
    start,
  }) => {
    const [drawn, page] = [await pictureAt(SHARE), await pictureAt(RENAMED)]
    const before = await start()
    expect((await before.ask(drawn)).status).toBe(200)
    expect((await before.ask(`/articles/${RENAMED}`)).status).toBe(200)
    await before.stored()

    const alone = await start({ content: createContentClient(NOBODY) })
    expect((await alone.ask(drawn)).status).toBe(200)
    expect((await alone.ask(page)).status).toBe(200)
    const unknown = await alone.ask(`/og/never-asked-for-${OTHER_KEY}.png`)
    expect(unknown.status).toBe(503)
    expect(await alone.countDrawn()).toBe(1)
  })

  test('are kept for a time after they were drawn', async ({ start, store }) => {
    const { ask, stored, countDrawn } = await start()
    const address = await pictureAt(SHARE)
    await ask(address)
    await stored()
    expect(await store.pictures.dropBefore(new Date(Date.now() - 60_000))).toBe(0)
    expect(await store.pictures.dropBefore(new Date(Date.now() + 60_000))).toBe(1)
    expect((await ask(address)).status).toBe(200)
    expect(await countDrawn()).toBe(2)
  })
})
