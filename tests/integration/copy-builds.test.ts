import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { type LoadedBundle, loadWebBundle } from '../../services/render/bundle/web-bundle.ts'
import { type CopyFolder, openCopyFolder } from '../../services/render/copy/copy-folder.ts'
import { type Copier, copyStore } from '../../services/render/copy/copy-store.ts'
import { sweepCopy } from '../../services/render/copy/sweep-copy.ts'
import { loadLastingFiles } from '../../services/render/public-files/lasting-files.ts'
import { openStore } from '../../services/render/store/open-store.ts'
import type { Store } from '../../services/render/store/page-store.ts'
import { buildWebOnce } from '../support/build-web-once.ts'
import { buildEntry } from '../support/stored-entry.ts'

const SITE_URL = 'https://finlore.example'
const OTHER = 'aaaaaaaaaaaaaaaaaaaa'

let home: string
let store: Store
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
  copier = {
    ...{ store, folder, bundle, siteUrl: SITE_URL, locale: 'en_US' },
    files: await loadLastingFiles(bundle, { siteUrl: SITE_URL, serviceWorker: 'on' }),
    log: { warn: (line: object) => void warnings.push(line) },
  }
})
afterEach(() => rm(home, { recursive: true, force: true }))

const look = (marking = true) =>
  copyStore(copier, { marking, signal: new AbortController().signal })
const write = async (build: string, page: string, text: string) =>
  store.pages(build).write(await buildEntry({ path: page, text }))
const saved = (name: string) => readFile(path.join(home, 'copy/public', name), 'utf8')
const pageOf = (page: string) => saved(`${page}/index.html`)

/** Later than everything that was written until now, whose times may be ahead by a millisecond. */
async function nextMoment(): Promise<Date> {
  const begun = Date.now()
  await vi.waitUntil(() => Date.now() > begun + 2, { interval: 1 })
  return new Date()
}

describe('a copy', () => {
  test('has what this build has made, and of other builds what it has not made yet', async () => {
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

  test('loses a page some time after the store has', async () => {
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

  test('takes no page that is damaged, or not whole, and all others', async () => {
    for (const page of ['/a', '/b', '/c']) await write(bundle.build, page, page)
    await store.pages(bundle.build).write({ ...(await buildEntry({ path: '/c' })), bodies: {} })
    await writeFile(path.join(home, 'pages', bundle.build, 'pages/a.entry'), 'damaged')
    await look()
    await expect(pageOf('/a')).rejects.toThrow('ENOENT')
    expect(await pageOf('/b')).toBe('<p>/b</p>')
    expect(warnings).toEqual([expect.objectContaining({ path: '/c' })])
  })

  test('does not mark what it does not find', async () => {
    await write(bundle.build, '/a', 'a')
    await look()
    const since = await nextMoment()
    await look(false)
    expect((await sweepCopy(folder, since)).spared).toBeGreaterThan(0)
    await look(true)
    expect(await sweepCopy(folder, since)).toMatchObject({ spared: 0, dropped: 0 })
  })
})
