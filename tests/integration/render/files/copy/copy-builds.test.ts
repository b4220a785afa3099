import { mkdir, mkdtemp, readdir, readFile, rm, utimes, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import {
  type LoadedBundle,
  loadWebBundle,
} from '../../../../../services/render/documents/bundle/web-bundle.ts'
import { bareShell } from '../../../../../services/render/documents/error-page.ts'
import { SHELL_BODY, SHELL_PATH } from '../../../../../services/render/documents/shell-files.ts'
import {
  type CopyFolder,
  openCopyFolder,
} from '../../../../../services/render/files/copy/copy-folder.ts'
import { createCopyRoom } from '../../../../../services/render/files/copy/copy-room.ts'
import { type Copier, copyStore } from '../../../../../services/render/files/copy/copy-store.ts'
import { sweepCopy } from '../../../../../services/render/files/copy/sweep-copy.ts'
import {
  type LastingFileOptions,
  loadLastingFiles,
} from '../../../../../services/render/server/answers/files/lasting-files.ts'
import { encodeBody } from '../../../../../services/render/store/encode-body.ts'
import { entryKey } from '../../../../../services/render/store/entry-key.ts'
import { openStore } from '../../../../../services/render/store/open-store.ts'
import type { PageStores } from '../../../../../services/render/store/page-store.ts'
import { buildWebOnce } from '../../../../support/browser/build-web-once.ts'
import { buildEntry } from '../../../../support/pages/stored-entry.ts'

const SITE_URL = 'https://finlore.example'
const MENU_ENTRY = 'Markets of this test'
const OTHER = 'aaaaaaaaaaaaaaaaaaaa'

let home: string
let store: PageStores
let folder: CopyFolder
let bundle: LoadedBundle
let copier: Copier
let warnings: object[]

beforeEach(async () => {
  await buildWebOnce()
  bundle = await loadWebBundle()
  home = await mkdtemp(path.join(tmpdir(), 'finlore-copy-'))
  store = openStore(`file:${path.join(home, 'pages')}`)
  folder = openCopyFolder(path.join(home, 'copy'))
  warnings = []
  copier = await copierWith({ siteUrl: SITE_URL, serviceWorker: 'on', indexing: 'on' })
})
afterEach(() => rm(home, { recursive: true, force: true }))

const copierWith = async (settings: LastingFileOptions): Promise<Copier> => ({
  store,
  folder,
  bundle,
  locale: 'en_US',
  room: createCopyRoom(folder, 2 ** 31),
  ...settings,
  files: await loadLastingFiles(bundle, settings),
  log: { warn: (line: object) => void warnings.push(line) },
})
const look = (marking = true) =>
  copyStore(copier, { marking, signal: new AbortController().signal })
const write = async (build: string, page: string, text: string) =>
  store.pages(build).write(await buildEntry({ path: page, text }))
async function writeShell(): Promise<void> {
  const shell = {
    ...bareShell('en_US'),
    menu: [{ key: '/markets', label: MENU_ENTRY }],
  }
  const body = await encodeBody(JSON.stringify(shell), 'application/json; charset=utf-8')
  const entry = await buildEntry({ path: SHELL_PATH, bodies: { [SHELL_BODY]: body } })
  await store.pages(bundle.build).write(entry)
}
const saved = (name: string) => readFile(path.join(home, 'copy/public', name), 'utf8')
const pageOf = (page: string) => saved(`${page}/index.html`)

/** Later than everything that was written until now, whose times may be ahead by a millisecond. */
async function nextMoment(): Promise<Date> {
  const begun = Date.now()
  await vi.waitUntil(() => Date.now() > begun + 2, { timeout: 20_000, interval: 1 })
  return new Date()
}

describe('a copy', () => {
  test('has the pages of this build, and of other builds those that this one has not rendered yet', async () => {
    await write(OTHER, '/a', 'a of before')
    await write(OTHER, '/b', 'b of before')
    await write(bundle.build, '/a', 'a of now')
    await look()
    expect([await pageOf('/a'), await pageOf('/b')]).toEqual([
      '<p>a of now</p>',
      '<p>b of before</p>',
    ])

    await write(OTHER, '/a', 'a of before, edited')
    await write(OTHER, '/b', 'b of before, edited')
    await look()
    expect([await pageOf('/a'), await pageOf('/b')]).toEqual([
      '<p>a of now</p>',
      '<p>b of before, edited</p>',
    ])

    await write(bundle.build, '/b', 'b of now')
    await look()
    expect(await pageOf('/b')).toBe('<p>b of now</p>')
  })

  test('has the scripts and styles of all builds', async () => {
    const assets = path.join(home, 'assets')
    await mkdir(assets)
    for (const name of ['old-12345678.js', 'old-12345678.js.gz', 'old-12345678.js.br']) {
      await writeFile(path.join(assets, name), name)
    }
    await store.assets.keep(OTHER, assets)
    await look()
    const names = await readdir(path.join(home, 'copy/public/assets'))
    expect(names).toEqual(expect.arrayContaining(['old-12345678.js', 'old-12345678.js.gz']))
    expect(names).toContain(path.basename(bundle.assets.script))
    expect(names.filter((name) => name.endsWith('.br'))).toEqual([])
    expect(await saved('500.html')).toContain(bundle.assets.script)
    expect(await saved('page-data/app-data.json')).toContain(bundle.build)
  })

  test('removes a page some time after the store has', async () => {
    for (const page of ['/a', '/b']) await write(bundle.build, page, page)
    await look()
    const between = await nextMoment()
    await store.pages(bundle.build).remove('/a')
    await look()
    expect(await pageOf('/a')).toBe('<p>/a</p>')
    expect(await sweepCopy(folder, between)).toMatchObject({ pages: 1, dropped: 1 })
    await expect(pageOf('/a')).rejects.toThrow('ENOENT')
    expect(await pageOf('/b')).toBe('<p>/b</p>')
  })

  test('shows no page after its end, and takes none that has ended [F61]', async () => {
    const write = async (page: string, inMs: number) => {
      const entry = await buildEntry({ path: page })
      const expiresAt = new Date(Date.now() + inMs).toISOString()
      const named = Object.entries(entry.bodies).map(([name, body]) => [
        name,
        { ...body, expiresAt },
      ])
      await store.pages(bundle.build).write({ ...entry, bodies: Object.fromEntries(named) })
    }
    await write('/a', 400)
    await write('/b', 60_000)
    await write('/c', -1)
    await look()
    const isThere = (page: string) =>
      pageOf(page).then(
        () => true,
        () => false,
      )
    expect(await isThere('/b')).toBe(true)
    expect(await isThere('/c')).toBe(false)
    await expect
      .poll(async () => {
        await look()
        return isThere('/a')
      })
      .toBe(false)
    expect(await isThere('/b')).toBe(true)
  })

  test('of limited size has the most read pages, also those that are read from now on', async () => {
    // Own files and assets take what they take; a page takes some blocks more.
    await look()
    const { others: own } = folder.usedBytes()
    expect(own).toBeGreaterThan(0)
    const pages = Array.from({ length: 30 }, (_, at) => `/page-${at}`)
    for (const page of pages) {
      await write(bundle.build, page, page)
      // What was written a moment ago is looked at again in any case.
      const entry = path.join(home, 'pages', bundle.build, 'pages', entryKey(page))
      await utimes(entry, new Date(0), new Date(0))
    }
    await look()
    const each = folder.usedBytes().pages / pages.length
    const all = copier
    copier = { ...all, room: createCopyRoom(folder, own + 10 * each) }
    const isThere = (page: string) =>
      pageOf(page).then(
        () => true,
        () => false,
      )
    const there = async () => {
      const found = await Promise.all(pages.map(isThere))
      return pages.filter((_, at) => found[at])
    }

    await store.pages(bundle.build).noteMostRead(['/page-29', '/page-28'])
    // The copy was larger before: it shrinks, and keeps what is read.
    const shrunk = await look()
    expect(folder.usedBytes().pages).toBeLessThanOrEqual(10 * each)
    expect((await there()).slice(-2)).toEqual(['/page-28', '/page-29'])
    expect(shrunk.isSettled).toBe(false)
    expect((await look()).refused).toBeGreaterThan(0)

    const before = await there()
    const missing = pages.filter((page) => !before.includes(page)).slice(0, 4)
    await store.pages(bundle.build).noteMostRead(missing)
    // A look takes in as many as fit into what the one before has cleared: here two.
    for (let round = 0; round < 3; round += 1) await look()
    expect(await there()).toEqual(expect.arrayContaining(missing))
    expect(folder.usedBytes().pages).toBeLessThanOrEqual(10 * each)
    expect((await look()).isSettled).toBe(true)

    copier = all
    expect((await look()).refused).toBe(0)
    expect(await there()).toEqual(pages)
  })

  test('leaves out damaged and incomplete pages, and has all others [F22]', async () => {
    for (const page of ['/a', '/b', '/c']) await write(bundle.build, page, page)
    await store.pages(bundle.build).write({ ...(await buildEntry({ path: '/c' })), bodies: {} })
    await writeFile(path.join(home, 'pages', bundle.build, 'pages/a.entry'), 'damaged')
    await look()
    await expect(pageOf('/a')).rejects.toThrow('ENOENT')
    expect(await pageOf('/b')).toBe('<p>/b</p>')
    expect(warnings).toEqual([expect.objectContaining({ path: '/c' })])
  })

  test('follows its settings while the build stays the same', async () => {
    await writeShell()
    await look()
    const worker = await saved('sw.js')
    expect(await saved('robots.txt')).toContain(SITE_URL)

    copier = await copierWith({
      siteUrl: 'https://moved.example',
      serviceWorker: 'off',
      indexing: 'on',
    })
    await look()
    expect(await saved('robots.txt')).toContain('https://moved.example')
    expect(await saved('robots.txt')).not.toContain(SITE_URL)
    expect(await saved('sw.js')).not.toBe(worker)
    expect(await saved('500.html')).toContain(MENU_ENTRY)
    expect(await saved('500.html')).not.toContain(SITE_URL)
  })

  test('has the menu on its error page, also after an aborted scan', async () => {
    await look()
    await writeShell()
    // What was written a moment ago is looked at again in any case.
    const entry = path.join(home, 'pages', bundle.build, 'pages', entryKey(SHELL_PATH))
    await utimes(entry, new Date(0), new Date(0))
    const { save } = folder
    folder.save = async (key, ...rest) => {
      if (key === 'own/error-page') throw new Error('the disk is full')
      await save(key, ...rest)
    }
    await expect(look()).rejects.toThrow('the disk is full')
    expect(await saved('500.html')).not.toContain(MENU_ENTRY)

    folder.save = save
    await look()
    expect(await saved('500.html')).toContain(MENU_ENTRY)
  })

  test('does not mark what is missing', async () => {
    await write(bundle.build, '/a', 'a')
    await look()
    const since = await nextMoment()
    await look(false)
    expect((await sweepCopy(folder, since)).spared).toBeGreaterThan(0)
    await look(true)
    expect(await sweepCopy(folder, since)).toMatchObject({ spared: 0, dropped: 0 })
  })
})
