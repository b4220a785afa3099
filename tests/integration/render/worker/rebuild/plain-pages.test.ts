import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import type { PageStore } from '../../../../../services/render/store/page-store.ts'
import { compressReadPages } from '../../../../../services/render/worker/rebuild/compress-read-pages.ts'
import { rebuildBatch } from '../../../../../services/render/worker/rebuild/rebuild-batch.ts'
import { rebuildPages } from '../../../../../services/render/worker/rebuild/rebuild-pages.ts'
import { addHeat } from '../../../../../services/render/worker/records/heat.ts'
import { type RawAnswer, rawRequest } from '../../../../support/hostile/raw-request.ts'
import { storeKinds } from '../../../../support/pages/store-kinds.ts'
import { startAnotherRender } from '../../../../support/site/another-render.ts'
import { buildFollower, type StepFollower } from '../../../../support/site/follower.ts'
import { SITE_URL, type WiredSite, wireSite } from '../../../../support/site/wire-site.ts'

const ARTICLE = '/articles/how-a-broad-index-etf-works'
const OTHER = '/articles/what-owning-a-share-gives-you'
const DATA = `/page-data${ARTICLE}/page-data.json`

const kinds = await storeKinds()
let site: WiredSite
let follower: StepFollower
/** It does not report what is read. */
let reader: Awaited<ReturnType<typeof startReader>>
beforeAll(async () => {
  site = await wireSite({ without: ['worker'] })
  follower = buildFollower(site)
  await follower.follow()
  reader = await startReader()
})
afterAll(async () => {
  await reader.close()
  await site.close()
  await Promise.all(kinds.map((kind) => kind.close()))
})
afterEach(async () => {
  await site.renderDatabase.write.deleteFrom('heat').execute()
})

const startReader = () => startAnotherRender(site, { indexing: 'on' })
const maker = () => ({ content: site.contentClient, bundle: site.bundle, siteUrl: SITE_URL })
const makeBatch = (paths: readonly string[], publisher = {}) =>
  rebuildBatch({ ...follower, ...publisher }, maker(), paths)
const isRead = (...paths: readonly string[]) =>
  addHeat(site.renderDatabase.write, new Map(paths.map((path) => [path, 3])))
const compress = (publisher = {}) =>
  compressReadPages({ ...follower, ...publisher }, async () => {}, AbortSignal.timeout(10_000))
/** The names of the forms in which a page and its data are stored. */
async function formsOf(path: string, store: PageStore = site.store) {
  const bodies = (await store.read(path))?.entry.bodies
  return [bodies?.html, bodies?.data].map((body) => Object.keys(body?.bytes ?? {}))
}
const PLAIN = [['identity'], ['identity']]
const COMPRESSED = [
  ['br', 'identity'],
  ['br', 'identity'],
]
const isPlain = async (path: string, build = follower.build) => {
  const row = await site.renderDatabase.write
    .selectFrom('page')
    .select('plain')
    .where('build', '=', build)
    .where('path', '=', path)
    .executeTakeFirst()
  return row?.plain
}

const ask = (url: string, address: string, accepted: string) =>
  rawRequest(url, address, { headers: { 'accept-encoding': accepted } })
const withoutMoment = ({ status, headers, bytes }: RawAnswer) => {
  const { date: _, 'x-request-id': __, ...others } = headers
  return { status, headers: others, bytes }
}

test('a page that was not read is stored plain; readers get what they would get of a compressed one', async () => {
  await makeBatch([ARTICLE])
  expect(await formsOf(ARTICLE)).toEqual(PLAIN)
  expect(await isPlain(ARTICLE)).toBe(true)

  const answers = async (url: string) => {
    const asked = [ARTICLE, DATA].flatMap((address) =>
      ['br, gzip', 'gzip', ''].map((accepted) => ask(url, address, accepted)),
    )
    return (await Promise.all(asked)).map(withoutMoment)
  }
  const first = await answers(reader.url)
  await isRead(ARTICLE)
  expect(await compress()).toBe(1)
  expect(await formsOf(ARTICLE)).toEqual(COMPRESSED)
  expect(await isPlain(ARTICLE)).toBe(false)
  const another = await startReader()
  try {
    expect(await answers(another.url)).toEqual(first)
  } finally {
    await another.close()
  }

  const [br, gzip, identity] = first
  expect(brotliDecompressSync(br?.bytes ?? '')).toEqual(identity?.bytes)
  expect(gunzipSync(gzip?.bytes ?? '')).toEqual(identity?.bytes)
  expect([br, gzip, identity].map((answer) => answer?.headers['content-encoding'])).toEqual([
    'br',
    'gzip',
    undefined,
  ])
  expect(new Set(first.map(({ headers }) => headers.etag)).size).toBe(6)
  expect(new Set(first.map(({ headers }) => headers.vary))).toEqual(
    // The page, of which there is a light one, and its data.
    new Set(['Accept-Encoding, Save-Data', 'Accept-Encoding']),
  )
})

test('a reader who has a plain page keeps it when it is compressed', async () => {
  await site.edit('PATCH', ARTICLE, { description: 'Left as it is.' })
  await follower.follow()
  await makeBatch([ARTICLE])
  const { headers } = await ask(reader.url, ARTICLE, 'br')
  await isRead(ARTICLE)
  expect(await compress()).toBe(1)

  const again = await rawRequest(reader.url, ARTICLE, {
    headers: { 'accept-encoding': 'br', 'if-none-match': headers.etag ?? '' },
  })
  expect(again.status).toBe(304)
})

test('what readers have asked for lately is compressed with the batch, all else is not', async () => {
  await isRead(OTHER)
  await site.edit('PATCH', OTHER, { description: 'Read by many.' })
  await site.edit('PATCH', ARTICLE, { description: 'Read by few.' })
  await follower.follow()

  await makeBatch([ARTICLE, OTHER])

  expect(await formsOf(OTHER)).toEqual(COMPRESSED)
  expect(await formsOf(ARTICLE)).toEqual(PLAIN)
})

test('a page that an editor waits for is compressed at once', async () => {
  await site.edit('PATCH', ARTICLE, { description: 'Looked at in a moment.' })
  await follower.follow()

  await rebuildPages(follower, maker(), [ARTICLE])

  expect(await formsOf(ARTICLE)).toEqual(COMPRESSED)
  expect(await isPlain(ARTICLE)).toBe(false)
})

test('a page that comes out as before keeps its forms, and what is said of them', async () => {
  await rebuildPages(follower, maker(), [ARTICLE])
  const before = await site.store.version(ARTICLE)

  await makeBatch([ARTICLE])

  expect(await site.store.version(ARTICLE)).toBe(before)
  expect(await isPlain(ARTICLE)).toBe(false)
})

for (const { kind, leftOut, place } of kinds) {
  describe.skipIf(leftOut)(`in ${kind}`, () => {
    /** A build of its own, with the page as it is now, plain, and read. */
    async function plainPage(build: string) {
      const store = (await place()).open().pages(build)
      const publisher = { store, build }
      await makeBatch([ARTICLE], publisher)
      await isRead(ARTICLE)
      expect(await formsOf(ARTICLE, store)).toEqual(PLAIN)
      return publisher
    }
    const titleIn = async (store: PageStore) =>
      (await store.read(ARTICLE))?.entry.bodies.data?.bytes.identity.toString()

    test('a page that readers ask for is compressed once', async () => {
      const publisher = await plainPage('once')

      expect(await compress(publisher)).toBe(1)
      expect(await formsOf(ARTICLE, publisher.store)).toEqual(COMPRESSED)
      expect(await compress(publisher)).toBe(0)
    })

    // One that is plain again is told from the older one by its revision and its tags only.
    test.each([
      ['compressed', rebuildPages],
      ['plain', rebuildBatch],
    ] as const)(
      'no newer page is replaced that was published %s meanwhile',
      async (form, rebuild) => {
        const publisher = await plainPage(`newer${form}`)
        const { store } = publisher
        const title = `Published ${form} in ${kind}`
        const slow: PageStore = {
          ...store,
          async read(path) {
            const read = await store.read(path)
            // A page that is read is compressed with its batch.
            await site.renderDatabase.write.deleteFrom('heat').execute()
            await site.edit('PATCH', ARTICLE, { title })
            await follower.follow()
            await rebuild({ ...follower, ...publisher }, maker(), [path])
            return read
          },
        }

        expect(await compress({ ...publisher, store: slow })).toBe(0)
        expect(await titleIn(store)).toContain(title)
        expect(await formsOf(ARTICLE, store)).toEqual(form === 'plain' ? PLAIN : COMPRESSED)
      },
    )

    test('a process that was killed after it had stored a page leaves nothing to do but to say so', async () => {
      const publisher = await plainPage('killed')
      const { store, build } = publisher
      await compress(publisher)
      const version = await store.version(ARTICLE)
      await site.renderDatabase.write
        .updateTable('page')
        .set({ plain: true })
        .where('build', '=', build)
        .execute()

      expect(await compress(publisher)).toBe(1)
      expect(await store.version(ARTICLE)).toBe(version)
      expect(await isPlain(ARTICLE, build)).toBe(false)
    })

    test('a page whose storing fails is made again', async () => {
      const publisher = await plainPage('failed')
      const { store, build } = publisher
      const failing = { ...store, write: async () => Promise.reject(new Error('the disk is full')) }

      await expect(compress({ ...publisher, store: failing })).rejects.toThrow('the disk is full')

      const { wanted, built } = await site.renderDatabase.write
        .selectFrom('page')
        .select(['wanted_revision as wanted', 'built_revision as built'])
        .where('build', '=', build)
        .executeTakeFirstOrThrow()
      expect(wanted).toBeGreaterThan(built)
    })
  })
}

test('the worker compresses what is read by itself, and counts it', async () => {
  await site.edit('PATCH', ARTICLE, { description: 'For the worker.' })
  await follower.follow()
  await makeBatch([ARTICLE, OTHER])
  await isRead(ARTICLE)

  await site.startWorker()

  await expect.poll(() => formsOf(ARTICLE), { timeout: 20_000 }).toEqual(COMPRESSED)
  const figure = async (name: string) => {
    const { text } = await rawRequest(site.workerUrl, '/metrics')
    return Number(new RegExp(`^${name}(?:\\{.*\\})? (\\d+)$`, 'm').exec(text)?.[1])
  }
  await expect
    .poll(() => figure('finlore_rebuild_compressed_pages_total'), { timeout: 20_000 })
    .toBeGreaterThanOrEqual(1)
  await expect
    .poll(() => figure('finlore_rebuild_plain_pages'), { timeout: 20_000 })
    .toBeGreaterThan(0)
})
