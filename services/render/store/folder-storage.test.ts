import { mkdir, mkdtemp, rm, stat, utimes, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { test as base, describe, expect } from 'vitest'
import { collectList } from '../../../tests/support/content/collect-list.ts'
import { listFiles } from '../../../tests/support/source/list-files.ts'
import { createFolderStorage } from './folder-storage.ts'

const KEY = 'b/pages/articles/a.entry'
const HOUR_MS = 60 * 60 * 1_000

const test = base.extend('folder', async ({}, { onCleanup }) => {
  const folder = await mkdtemp(path.join(tmpdir(), 'finlore-store-'))
  onCleanup(() => rm(folder, { recursive: true, force: true }))
  return folder
})

describe.each([
  ['in threads', { blocking: false }],
  ['at once', { blocking: true }],
])('createFolderStorage, which writes %s,', (_, options) => {
  test('writes files that are named by their keys, and leaves nothing else', async ({ folder }) => {
    const storage = createFolderStorage(path.join(folder, 'made'), options)
    for (const text of ['one', 'two', 'three']) await storage.write(KEY, Buffer.from(text))

    expect(await listFiles(folder)).toEqual([`made/${KEY}`])
    expect((await storage.read(KEY))?.bytes.toString()).toBe('three')
  })

  test('writes sealed content, and replaces it later', async ({ folder }) => {
    const storage = createFolderStorage(folder, options)
    const versions = new Set<string | undefined>()
    for (const text of ['one', 'two', 'six']) {
      await storage.writeSealed(KEY, Buffer.from(text.slice(0, 1)), Buffer.from(text.slice(1)))
      const object = await storage.read(KEY)
      expect(object?.bytes.toString()).toBe(text)
      versions.add(object?.version)
    }
    expect(versions.size).toBe(3)
    expect(await listFiles(folder)).toEqual([KEY])
  })

  test('keeps the former file, and no temporary one, when a write fails', async ({ folder }) => {
    const inTheWay = path.join(folder, KEY)
    await mkdir(inTheWay, { recursive: true })
    const storage = createFolderStorage(folder, options)

    await expect(storage.write(KEY, Buffer.from('page'))).rejects.toThrow(/EISDIR|ENOTEMPTY|EEXIST/)
    expect(await listFiles(folder)).toEqual([])
    expect((await stat(inTheWay)).isDirectory()).toBe(true)
  })

  test('reports a file in place of a folder', async ({ folder }) => {
    await writeFile(path.join(folder, 'b'), '')
    const storage = createFolderStorage(folder, options)

    expect(await storage.read(KEY)).toBeUndefined()
    await expect(storage.write(KEY, Buffer.from('page'))).rejects.toThrow(/ENOTDIR|EEXIST/)
  })

  test('removes old temporary files of a crash while it lists', async ({ folder }) => {
    const storage = createFolderStorage(folder, options)
    await storage.write(KEY, Buffer.from('page'))
    const [left, underWay] = ['left', 'under-way'].map((name) =>
      path.join(folder, '_unfinished', name),
    )
    if (!left || !underWay) throw new Error('Two names are two files')
    await writeFile(left, 'half a pa')
    await writeFile(underWay, 'half a pa')
    const longAgo = new Date(Date.now() - 2 * HOUR_MS)
    await utimes(left, longAgo, longAgo)

    const listed = await collectList(storage.list('b/pages'))

    expect(listed.map(({ key }) => key)).toEqual([KEY])
    expect(await listFiles(folder)).toEqual(['_unfinished/under-way', KEY])
    expect(await storage.topFolders()).toEqual(['b'])
  })

  test('gives each write a time of its own', async ({ folder }) => {
    const storage = createFolderStorage(folder, options)
    const keys = Array.from({ length: 300 }, (_, at) => `b/pages/${at}.entry`)
    await Promise.all(keys.map((key) => storage.write(key, Buffer.from('page'))))

    const times = await Promise.all(
      keys.map(async (key) => (await stat(path.join(folder, key), { bigint: true })).mtimeNs),
    )
    expect(new Set(times).size).toBe(keys.length)
  })

  test('lists a folder with more files than one batch', async ({ folder }) => {
    const storage = createFolderStorage(folder, options)
    const keys = Array.from({ length: 200 }, (_, at) => `b/pages/articles/${at}/${at % 3}.entry`)
    await Promise.all(keys.map((key) => storage.write(key, Buffer.from('page'))))

    const listed = await collectList(storage.list('b/pages'))
    expect(listed.map(({ key }) => key).sort()).toEqual(keys.sort())
  })
})
