import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { gzipSync } from 'node:zlib'
import { afterAll, test as base, describe, expect } from 'vitest'
import { createStore } from '../../../../services/render/store/create-store.ts'
import type { PageStores } from '../../../../services/render/store/page-store.ts'
import { storeKinds } from '../../../support/pages/store-kinds.ts'
import { buildEntry } from '../../../support/pages/stored-entry.ts'

const SHARED = 'hydrate-B8tB15Kd.js'
const OLD = 'entry-client-OldOldOl.css'
const NEW = 'entry-client-New_New-.css'

describe.each(await storeKinds())('builds in $kind', ({ leftOut, place, close }) => {
  const test = base
    .extend('place', () => place())
    .extend('store', ({ place }) => place.open())
    .extend('folders', async ({}, { onCleanup }) => {
      const folder = await mkdtemp(path.join(tmpdir(), 'finlore-assets-'))
      onCleanup(() => rm(folder, { recursive: true, force: true }))
      return {
        old: await writeAssets(path.join(folder, 'old'), [SHARED, `${SHARED}.br`, OLD, 'LICENSE']),
        new: await writeAssets(path.join(folder, 'new'), [SHARED, `${SHARED}.br`, NEW]),
      }
    })
    .skipIf(leftOut !== undefined)
  afterAll(close)

  const held = async (store: PageStores) => {
    const files = [SHARED, `${SHARED}.br`, OLD, NEW]
    const assets = await Promise.all(files.map((file) => store.assets.read(file)))
    return files.filter((file, at) => assets[at]?.bytes.toString() === `of ${file}`)
  }

  test('are those that have pages, an owner or assets', async ({ store, folders }) => {
    expect(await store.builds()).toEqual([])

    await store.pages('a1').write(await buildEntry())
    await store.pages('b2').writeOwner('registry')
    await store.assets.keep('c3', folders.old)

    expect(await store.builds()).toEqual(['a1', 'b2', 'c3'])
  })

  test('can be dropped, some with their assets', async ({ store, folders }) => {
    for (const build of ['a1', 'b2', 'c3']) {
      await store.pages(build).write(await buildEntry())
      await store.pages(build).writeOwner('registry')
      await store.pages(build).noteMostRead(['/a'])
    }
    await store.assets.keep('b2', folders.old)
    await store.assets.keep('c3', folders.new)

    await store.drop('a1', { keepAssets: true })
    await store.drop('b2', { keepAssets: true })
    expect(await store.builds()).toEqual(['b2', 'c3'])
    expect(await store.pages('b2').read('/articles/a')).toBeUndefined()
    expect(await store.pages('b2').readOwner()).toBeUndefined()
    expect(await store.pages('b2').readMostRead()).toEqual([])
    expect(await store.pages('c3').read('/articles/a')).toBeDefined()
    expect(await held(store)).toEqual([SHARED, `${SHARED}.br`, OLD, NEW])

    await store.drop('b2', { keepAssets: false })
    await store.drop('b2', { keepAssets: false })
    await store.drop('never', { keepAssets: false })
    expect(await store.builds()).toEqual(['c3'])
    expect(await held(store)).toEqual([SHARED, `${SHARED}.br`, NEW])
  })

  test('have assets that running processes find', async ({ place, store, folders }) => {
    await store.assets.keep('a1', folders.old)
    expect(await held(store)).toEqual([SHARED, `${SHARED}.br`, OLD])

    await place.open().assets.keep('b2', folders.new)
    expect(await held(store)).toEqual([SHARED, `${SHARED}.br`, OLD, NEW])

    await place.open().drop('a1', { keepAssets: false })
    expect(await held(store)).toEqual([SHARED, `${SHARED}.br`, NEW])
  })

  test('have assets that are found once they are stored, also by an earlier lookup', async ({
    place,
    store,
    folders,
  }) => {
    const searching = Promise.withResolvers<void>()
    const kept = Promise.withResolvers<void>()
    const slow = createStore({
      ...place.storage,
      async topFolders() {
        const folders = await place.storage.topFolders()
        searching.resolve()
        await kept.promise
        return folders
      },
    })
    const early = slow.assets.read(NEW)
    await searching.promise
    await store.assets.keep('b2', folders.new)
    const late = slow.assets.read(NEW)
    kept.resolve()

    expect(await early).toBeUndefined()
    expect((await late)?.bytes.toString()).toBe(`of ${NEW}`)
  })

  test('can be added and dropped at the same time', async ({ place, store, folders }) => {
    for (let round = 0; round < 10; round += 1) {
      await store.assets.keep('a1', folders.old)
      await Promise.all([
        place.open().drop('a1', { keepAssets: false }),
        place.open().drop('a1', { keepAssets: false }),
        place.open().assets.keep('b2', folders.new),
        place.open().assets.keep('b2', folders.new),
      ])
      expect(await held(store)).toEqual([SHARED, `${SHARED}.br`, NEW])
      expect(await store.builds()).toEqual(['b2'])
      await store.drop('b2', { keepAssets: false })
    }
  })

  test('whose storing was aborted have no assets until it is repeated', async ({
    place,
    store,
    folders,
  }) => {
    let writes = 0
    const dying = createStore({
      ...place.storage,
      async write(key, ...parts) {
        writes += 1
        if (writes > 2) throw new Error('killed')
        await place.storage.write(key, ...parts)
      },
    })
    await expect(dying.assets.keep('a1', folders.old)).rejects.toThrow('killed')
    expect(await held(store)).toEqual([])

    await store.assets.keep('a1', folders.old)
    expect(await held(store)).toEqual([SHARED, `${SHARED}.br`, OLD])
  })

  test('whose assets were lost get them again', async ({ place, store, folders }) => {
    await store.assets.keep('a1', folders.old)
    await place.storage.remove(`a1/assets/${OLD}`)
    expect(await held(store)).toEqual([SHARED, `${SHARED}.br`])

    await place.open().assets.keep('a1', folders.old)
    expect(await held(store)).toEqual([SHARED, `${SHARED}.br`, OLD])
  })

  test('whose assets were damaged serve none of them, and get them again [F22]', async ({
    place,
    store,
    folders,
  }) => {
    expect(await store.assets.keep('a1', folders.old)).toBe(3)
    expect(await store.assets.keep('a1', folders.old)).toBe(0)
    await place.storage.write(`a1/assets/${OLD}`, Buffer.from(`0f ${OLD}`))
    await place.storage.write('a1/assets.json', Buffer.from('["'))
    expect(await store.assets.read(OLD)).toBeUndefined()
    expect(await held(place.open())).toEqual([SHARED, `${SHARED}.br`])

    expect(await place.open().assets.keep('a1', folders.old)).toBe(1)
    expect(await held(store)).toEqual([SHARED, `${SHARED}.br`, OLD])
    expect((await place.storage.read('a1/assets.json'))?.bytes.toString()).toContain(OLD)
  })

  test('repair a damaged asset from another build', async ({ place, store, folders }) => {
    await store.assets.keep('a1', folders.old)
    await store.assets.keep('b2', folders.new)
    const damage = Buffer.from('damage')
    await place.storage.write(`a1/assets/${SHARED}`, damage)

    expect(await held(store)).toEqual([SHARED, `${SHARED}.br`, OLD, NEW])
    expect((await place.storage.read(`a1/assets/${SHARED}`))?.bytes).toEqual(
      Buffer.from(`of ${SHARED}`),
    )
  })

  test('repair a damaged asset from its compressed form', async ({ place, folders }) => {
    const packed = gzipSync(`of ${NEW}`)
    await writeFile(path.join(folders.new, `${NEW}.gz`), packed)
    await place.open().assets.keep('b2', folders.new)
    await place.storage.write(`b2/assets/${NEW}`, Buffer.from('damage'))

    expect(await held(place.open())).toContain(NEW)
    const { bytes } = (await place.storage.read(`b2/assets/${NEW}`)) ?? {}
    expect(bytes?.toString()).toBe(`of ${NEW}`)

    // Both are damaged: there is no intact form.
    await place.storage.write(`b2/assets/${NEW}`, Buffer.from('damage'))
    await place.storage.write(`b2/assets/${NEW}.gz`, packed.subarray(0, 10))
    expect(await place.open().assets.read(NEW)).toBeUndefined()
    expect(await place.open().assets.read(`${NEW}.gz`)).toBeUndefined()
  })

  test('serve the intact form of an asset that cannot be repaired', async ({
    place,
    store,
    folders,
  }) => {
    await store.assets.keep('a1', folders.old)
    await store.assets.keep('b2', folders.new)
    await place.storage.write(`a1/assets/${SHARED}`, Buffer.from('damage'))
    const write = () => Promise.reject(new Error('read-only'))

    expect(await held(createStore({ ...place.storage, write }))).toContain(SHARED)
  })

  test('read an asset again that was damaged in transit [F22]', async ({
    place,
    store,
    folders,
  }) => {
    await store.assets.keep('a1', folders.old)
    let damaged = 0
    const read = async (key: string) => {
      const object = await place.storage.read(key)
      if (!object || !key.endsWith(OLD) || damaged > 0) return object
      damaged += 1
      return { ...object, bytes: object.bytes.map((byte) => byte ^ 1) as Buffer }
    }
    const write = () => Promise.reject(new Error('nothing is to be mended'))

    expect(await held(createStore({ ...place.storage, read, write }))).toContain(OLD)
    expect(damaged).toBe(1)
  })

  test('of former versions have no checksums: their assets are not trusted', async ({
    place,
    store,
    folders,
  }) => {
    await store.assets.keep('a1', folders.old)
    expect(await store.assets.read(OLD)).toMatchObject({ isProven: true })
    await place.storage.remove('a1/assets-sums.json')
    expect(await place.open().assets.read(OLD)).toMatchObject({ isProven: false })

    const sums = await place.open().assets.keep('a1', folders.old)
    expect(sums).toBe(0)
    expect(await place.open().assets.read(OLD)).toMatchObject({ isProven: true })
    await place.storage.write('a1/assets-sums.json', Buffer.from('{"files":{},"sum":""}'))
    expect(await place.open().assets.read(OLD)).toMatchObject({ isProven: false })
  })

  test('whose deletion was aborted can be deleted again', async ({ place, store, folders }) => {
    await store.pages('a1').write(await buildEntry())
    await store.assets.keep('a1', folders.old)
    const removeFolder = () => Promise.reject(new Error('killed'))
    const dying = createStore({ ...place.storage, removeFolder })
    await expect(dying.drop('a1', { keepAssets: false })).rejects.toThrow('killed')

    expect(await held(place.open())).toEqual([])
    expect(await store.builds()).toEqual(['a1'])
    await store.drop('a1', { keepAssets: false })
    expect(await store.builds()).toEqual([])
  })

  test('store files with a hash in their names only', async ({ store, folders }) => {
    await store.assets.keep('a1', folders.old)

    for (const name of ['LICENSE', '', '..', '../mark', `../a1/assets/${OLD}`, `/${OLD}`]) {
      expect(await store.assets.read(name), name).toBeUndefined()
    }
  })

  test('cannot have invalid names', async ({ store, folders }) => {
    for (const name of ['', '..', 'a/b', '_unfinished', 'A', 'a'.repeat(65)]) {
      const refusal = 'cannot be the name of a build'
      expect(() => store.pages(name)).toThrow(refusal)
      await expect(store.assets.keep(name, folders.old)).rejects.toThrow(refusal)
      await expect(store.drop(name, { keepAssets: false })).rejects.toThrow(refusal)
    }
  })
})

async function writeAssets(folder: string, names: readonly string[]): Promise<string> {
  await mkdir(folder)
  await Promise.all(names.map((name) => writeFile(path.join(folder, name), `of ${name}`)))
  return folder
}
