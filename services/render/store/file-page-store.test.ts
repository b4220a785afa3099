import { mkdir, mkdtemp, readdir, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { test as base, describe, expect } from 'vitest'
import { buildEntry } from '../../../tests/support/stored-entry.ts'
import { encodeEntry } from './entry-file.ts'
import { createFilePageStore } from './file-page-store.ts'
import { openPageStore } from './open-page-store.ts'

const BUILD = '0123456789abcdef0123'

const test = base.extend('folder', async ({}, { onCleanup }) => {
  const folder = await mkdtemp(path.join(tmpdir(), 'finlore-store-'))
  onCleanup(() => rm(folder, { recursive: true, force: true }))
  return folder
})

const listFiles = async (folder: string) =>
  (await readdir(folder, { recursive: true, withFileTypes: true }))
    .filter((entry) => entry.isFile())
    .map((entry) => path.relative(folder, path.join(entry.parentPath, entry.name)))
    .sort()

describe('createFilePageStore', () => {
  test('gives back what was written, and nothing for what was not', async ({ folder }) => {
    const store = createFilePageStore(folder, BUILD)
    const paths = ['/', '/a', '/a/b', '/a/b/page/2', '/404.html', '/sitemap.xml']
    expect(await store.read('/')).toBeUndefined()
    expect(await store.readMark()).toBeUndefined()

    for (const at of paths) await store.write(await buildEntry({ path: at, text: at }))

    for (const at of paths) {
      expect(await store.read(at)).toEqual(await buildEntry({ path: at, text: at }))
    }
    expect(await store.read('/a/c')).toBeUndefined()
    expect(await store.read('/a/b/page')).toBeUndefined()
    expect(await store.read('/404.html/a')).toBeUndefined()
  })

  test('keeps the pages of each build apart', async ({ folder }) => {
    const [one, other] = [createFilePageStore(folder, BUILD), createFilePageStore(folder, 'b')]
    await one.write(await buildEntry())
    await one.writeMark('mine')

    expect(await other.read('/articles/a')).toBeUndefined()
    expect(await other.readMark()).toBeUndefined()
    await other.clear()
    expect(await one.read('/articles/a')).toBeDefined()
  })

  test('forgets one page, then all of them, but not the mark', async ({ folder }) => {
    const store = createFilePageStore(folder, BUILD)
    await store.writeMark('registry')
    await store.write(await buildEntry())
    await store.write(await buildEntry({ path: '/b' }))

    await store.remove('/articles/a')
    await store.remove('/never/was')
    expect(await store.read('/articles/a')).toBeUndefined()
    expect(await store.read('/b')).toBeDefined()

    await store.clear()
    await store.clear()
    expect(await store.read('/b')).toBeUndefined()
    expect(await store.readMark()).toBe('registry')
    await store.write(await buildEntry())
    expect(await store.read('/articles/a')).toBeDefined()
  })

  test('shows readers whole entries only, while one is replaced 200 times', async ({ folder }) => {
    const store = createFilePageStore(folder, BUILD)
    const versions = await Promise.all(
      [1, 40, 4_000].map((length) => buildEntry({ text: 'x'.repeat(length), revision: length })),
    )
    const [first = await buildEntry()] = versions
    await store.write(first)

    let writing = true
    const readers = Array.from({ length: 4 }, async () => {
      let reads = 0
      for (; writing; reads += 1) expect(versions).toContainEqual(await store.read(first.path))
      return reads
    })
    for (let round = 0; round < 200; round += 1) {
      await store.write(versions[round % versions.length] ?? first)
    }
    writing = false

    for (const reads of await Promise.all(readers)) expect(reads).toBeGreaterThan(20)
    expect(await listFiles(folder)).toEqual([`${BUILD}/pages/articles/a.entry`])
  })

  test('is not disturbed by what a crash left behind', async ({ folder }) => {
    const store = createFilePageStore(folder, BUILD)
    const entry = await buildEntry()
    const articles = path.join(folder, BUILD, 'pages/articles')
    await mkdir(articles, { recursive: true })
    await writeFile(path.join(articles, 'a.entry.1234.tmp'), encodeEntry(entry).subarray(0, 50))
    await writeFile(path.join(articles, 'b.entry'), 'half of somethi')

    expect(await store.read('/articles/a')).toBeUndefined()
    expect(await store.read('/articles/b')).toBeUndefined()
    await store.write(entry)
    await store.write({ ...entry, path: '/articles/b' })
    expect(await store.read('/articles/a')).toEqual(entry)
    expect(await store.read('/articles/b')).toMatchObject({ path: '/articles/b' })
  })

  test('leaves the old entry and no rubbish when a write fails', async ({ folder }) => {
    const store = createFilePageStore(folder, BUILD)
    const inTheWay = path.join(folder, BUILD, 'pages/articles/a.entry')
    await mkdir(inTheWay, { recursive: true })

    await expect(store.write(await buildEntry())).rejects.toThrow(/EISDIR|ENOTEMPTY|EEXIST/)

    expect(await listFiles(folder)).toEqual([])
    expect((await stat(inTheWay)).isDirectory()).toBe(true)
  })

  test('can be cleared while others write to it', async ({ folder }) => {
    const store = createFilePageStore(folder, BUILD)
    const entries = await Promise.all(
      Array.from({ length: 20 }, (_, at) => buildEntry({ path: `/section-${at % 5}/page-${at}` })),
    )
    for (let round = 0; round < 10; round += 1) {
      // A write may lose its folder and fail: then its page is made again.
      const writes = Promise.allSettled(entries.map((entry) => store.write(entry)))
      await store.clear()
      await writes
    }
    await store.clear()
    expect(await listFiles(folder)).toEqual([])
  })

  test.each([
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
  ])('refuses %j as the name of a page', async (name) => {
    const store = createFilePageStore('/nowhere', BUILD)

    await expect(store.read(name)).rejects.toThrow('cannot be the name of a stored page')
    expect(() => store.remove(name)).toThrow('cannot be the name of a stored page')
  })
})

test('openPageStore takes folders and names what it cannot take', async ({ folder }) => {
  await openPageStore(`file:${folder}`, BUILD).write(await buildEntry())

  expect(await listFiles(folder)).toEqual([`${BUILD}/pages/articles/a.entry`])
  expect(() => openPageStore('ftp://host/pages', BUILD)).toThrow('not ftp:')
})
