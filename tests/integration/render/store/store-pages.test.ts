import { afterAll, test as base, describe, expect } from 'vitest'
import { encodeEntry } from '../../../../services/render/store/entry-file.ts'
import type { PageStore } from '../../../../services/render/store/page-store.ts'
import { fingerprintOf } from '../../../../services/render/store/stored-entry.ts'
import { collectList } from '../../../support/content/collect-list.ts'
import { storeKinds } from '../../../support/pages/store-kinds.ts'
import { buildEntry } from '../../../support/pages/stored-entry.ts'

const BUILD = '0123456789abcdef0123'
const KEY = `${BUILD}/pages/articles/a.entry`
const PATHS = ['/', '/a', '/a/b', '/a/b/page/2', '/404.html', '/sitemap.xml']

const paths = async (store: PageStore) =>
  (await collectList(store.list())).map(({ path }) => path).sort()

describe.each(await storeKinds())('pages in $kind', ({ leftOut, place, close }) => {
  const test = base
    .extend('place', () => place())
    .extend('store', ({ place }) => place.open().pages(BUILD))
    .skipIf(leftOut !== undefined)
  afterAll(close)

  test('are read back as they were written, and others are missing', async ({ store }) => {
    expect(await store.read('/')).toBeUndefined()
    expect(await store.version('/')).toBeUndefined()
    expect(await store.describe('/')).toBeUndefined()

    for (const at of PATHS) await store.write(await buildEntry({ path: at, text: at }))

    for (const at of PATHS) {
      const read = await store.read(at)
      expect(read?.entry).toEqual(await buildEntry({ path: at, text: at }))
    }
    expect(await store.read('/a/c')).toBeUndefined()
    expect(await store.read('/a/b/page')).toBeUndefined()
    expect(await store.read('/404.html/a')).toBeUndefined()
  })

  test('keep redirects, and pages that are gone', async ({ store }) => {
    const moved = await buildEntry({ path: '/old', status: 301, location: '/new', bodies: {} })
    const gone = await buildEntry({ path: '/gone', status: 410 })
    for (const entry of [moved, gone]) {
      await store.write(entry)
      expect((await store.read(entry.path))?.entry).toEqual(entry)
    }
  })

  test('are listed with the time of their writing', async ({ store }) => {
    expect(await paths(store)).toEqual([])
    const before = Date.now()
    for (const at of PATHS) await store.write(await buildEntry({ path: at }))
    const after = Date.now()

    expect(await paths(store)).toEqual([...PATHS].sort())
    for await (const { writtenAt } of store.list()) {
      // A bucket tells whole seconds.
      expect(writtenAt.getTime()).toBeGreaterThan(before - 1_100)
      expect(writtenAt.getTime()).toBeLessThan(after + 1_100)
    }
  })

  test('are listed and deleted however many there are', async ({ store }) => {
    const entry = await buildEntry()
    const many = Array.from({ length: 2_100 }, (_, at) => `/articles/article-${at}`)
    await Promise.all(many.map((path) => store.write({ ...entry, path })))

    expect(await paths(store)).toEqual(many.sort())
    await store.clear()
    expect(await paths(store)).toEqual([])
  })

  test('of one build are separate from those of another', async ({ store, place }) => {
    const other = place.open().pages('b')
    await store.write(await buildEntry())
    await store.writeOwner('mine')

    expect(await other.read('/articles/a')).toBeUndefined()
    expect(await other.readOwner()).toBeUndefined()
    expect(await paths(other)).toEqual([])
    await other.clear()
    expect(await store.read('/articles/a')).toBeDefined()
  })

  test('are deleted one by one, then all, but not their owner', async ({ store }) => {
    await store.writeOwner('registry')
    await store.write(await buildEntry())
    await store.write(await buildEntry({ path: '/b' }))

    await store.remove('/articles/a')
    await store.remove('/never/was')
    expect(await store.read('/articles/a')).toBeUndefined()
    expect(await store.read('/b')).toBeDefined()

    await store.clear()
    await store.clear()
    expect(await store.read('/b')).toBeUndefined()
    expect(await store.readOwner()).toBe('registry')
    await store.write(await buildEntry())
    expect(await store.read('/articles/a')).toBeDefined()
  })

  test('have another version after every change, and the same until then', async ({ store }) => {
    const versions = new Set<string | undefined>()
    for (let round = 0; round < 100; round += 1) {
      // All of one length: the time and the bytes alone tell them apart.
      await store.write(await buildEntry({ text: String(100 + round) }))
      versions.add(await store.version('/articles/a'))
    }
    expect(versions.size).toBe(100)

    const read = await store.read('/articles/a')
    await store.write(await buildEntry({ path: '/articles/b' }))
    await store.describe('/articles/a')
    await paths(store)
    expect(await store.version('/articles/a')).toBe(read?.version)
    expect((await store.read('/articles/a'))?.version).toBe(read?.version)
    expect(versions).toContain(read?.version)
  })

  test('have a list of those that are read most, for each build', async ({ place, store }) => {
    expect(await store.readMostRead()).toEqual([])
    await store.noteMostRead(['/b', '/', '/articles/a'])
    const reader = place.open()
    expect(await reader.pages(BUILD).readMostRead()).toEqual(['/b', '/', '/articles/a'])
    expect(await reader.pages('b').readMostRead()).toEqual([])
    await store.noteMostRead([])
    expect(await store.readMostRead()).toEqual([])
  })

  test('have the time of their last change where it is recorded, for each build', async ({
    place,
    store,
  }) => {
    const reader = place.open().pages(BUILD)
    expect(await reader.lastChange()).toBeUndefined()
    const words = new Set<string | undefined>()
    const noted = async (work: () => Promise<void>) => {
      await work()
      words.add(await reader.lastChange())
    }
    for (let round = 0; round < 10; round += 1) await noted(store.noteChange)
    expect([words.size, words.has(undefined)]).toEqual([10, false])

    await store.write(await buildEntry())
    await place.open().pages('b').noteChange()
    expect(words).toContain(await reader.lastChange())
    expect(await paths(store)).toEqual(['/articles/a'])
  })

  test('are complete entries while one is replaced repeatedly [P3]', async ({ place, store }) => {
    const entries = await Promise.all(
      [1, 40, 4_000].map((length) => buildEntry({ text: 'x'.repeat(length), revision: length })),
    )
    const [first = await buildEntry()] = entries
    await store.write(first)

    let writing = true
    const readers = Array.from({ length: 4 }, async () => {
      const reader = place.open().pages(BUILD)
      let reads = 0
      for (; writing; reads += 1) {
        expect(entries).toContainEqual((await reader.read(first.path))?.entry)
        expect(entries.map(({ revision }) => revision)).toContain(
          (await reader.describe(first.path))?.revision,
        )
      }
      return reads
    })
    const writers = Array.from({ length: 2 }, async () => {
      const writer = place.open().pages(BUILD)
      for (let round = 0; round < 100; round += 1) {
        await writer.write(entries[round % entries.length] ?? first)
      }
    })
    await Promise.all(writers).finally(() => {
      writing = false
    })

    for (const reads of await Promise.all(readers)) expect(reads).toBeGreaterThan(10)
    expect(await paths(store)).toEqual([first.path])
  })

  test('that are damaged anywhere are missing, until they are written again [P3, F22, T24]', async ({
    place,
    store,
  }) => {
    const entry = await buildEntry()
    const file = Buffer.concat(encodeEntry(entry))
    for (let at = 0; at < file.length; at += 7) {
      const damaged = Buffer.from(file)
      damaged.writeUInt8(file.readUInt8(at) ^ (1 << (at % 8)), at)
      await place.storage.write(KEY, damaged)
      expect(await store.read(entry.path), `byte ${at}`).toBeUndefined()
    }
    for (const length of [0, 1, 20, file.length - 1]) {
      await place.storage.write(KEY, file.subarray(0, length))
      expect(await store.read(entry.path), `${length} bytes`).toBeUndefined()
      expect(await store.describe(entry.path), `${length} bytes`).toBeUndefined()
    }
    expect(await paths(store)).toEqual([entry.path])

    await store.write(entry)
    expect((await store.read(entry.path))?.entry).toEqual(entry)
  })

  test('that are at the place of another are missing [T24]', async ({ place, store }) => {
    await place.storage.write(
      KEY,
      Buffer.concat(encodeEntry(await buildEntry({ path: '/articles/b' }))),
    )

    expect(await store.read('/articles/a')).toBeUndefined()
    expect(await store.describe('/articles/a')).toBeUndefined()
  })

  test('are described without being read', async ({ store }) => {
    const entry = await buildEntry({ revision: 12, text: 'x'.repeat(100_000) })
    const others = Object.fromEntries(
      Array.from({ length: 200 }, (_, at) => [`part-${at}`, entry.bodies.data ?? fail()]),
    )
    const large = { ...entry, path: '/shell.json', bodies: others }
    for (const stored of [entry, large]) {
      await store.write(stored)
      expect(await store.describe(stored.path)).toEqual({
        revision: 12,
        fingerprint: fingerprintOf(stored),
      })
    }
  })

  test('can be cleared and written concurrently', async ({ place, store }) => {
    const entries = await Promise.all(
      Array.from({ length: 20 }, (_, at) => buildEntry({ path: `/section-${at % 5}/page-${at}` })),
    )
    for (let round = 0; round < 10; round += 1) {
      const writes = entries.map((entry) => store.write(entry))
      await place.open().pages(BUILD).clear()
      await Promise.all(writes)
    }
    await store.clear()
    expect(await paths(store)).toEqual([])
    expect(await place.open().builds()).toEqual([])
  })

  test.for([
    'a',
    '//a',
    '/a//b',
    '/a/',
    '/../a',
    '/a/../../b',
    '/.',
    '/A',
    '/a%2Fb',
    '/a\\b',
    '/a\u0000',
    '/_root',
    '/a.b.c',
    '/a.entry',
    `/${'a'.repeat(201)}`,
  ])('cannot be named %j', async (name, { store }) => {
    const refusal = 'cannot be the name of a stored page'
    const entry = await buildEntry({ path: name })

    await expect(store.read(name)).rejects.toThrow(refusal)
    await expect(store.version(name)).rejects.toThrow(refusal)
    await expect(store.describe(name)).rejects.toThrow(refusal)
    await expect(store.remove(name)).rejects.toThrow(refusal)
    await expect(store.write(entry)).rejects.toThrow(refusal)
  })
})

function fail(): never {
  throw new Error('The entry lacks a body')
}
