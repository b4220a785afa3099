import { mkdtemp, readFile, readlink, rm, stat, utimes } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { test as base, describe, expect } from 'vitest'
import { type CopyFolder, openCopyFolder } from './copy-folder.ts'
import { sweepCopy } from './sweep-copy.ts'

const AT = new Date('2026-11-23T04:28:33Z')
const VERSION = { build: 'b1', stamp: 7 }

const test = base.extend<{ home: string; folder: CopyFolder }>({
  home: async ({}, use) => {
    const home = await mkdtemp(path.join(tmpdir(), 'finlore-copy-'))
    await use(home)
    await rm(home, { recursive: true })
  },
  folder: async ({ home }, use) => use(openCopyFolder(path.join(home, 'copy'))),
})

const file = (name: string, text = 'text') => ({ name, bytes: Buffer.from(text) })
const save = (folder: CopyFolder, key: string, ...files: ReturnType<typeof file>[]) =>
  folder.save(key, VERSION, files, AT)

describe('a copy', () => {
  test('has the files of an entry with the time of their content, and a receipt', async ({
    home,
    folder,
  }) => {
    await save(folder, 'pages/a.entry', file('public/a/index.html'))
    const saved = path.join(home, 'copy/public/a/index.html')
    expect(await readFile(saved, 'utf8')).toBe('text')
    expect((await stat(saved)).mtime).toEqual(AT)
    expect(await folder.find('pages/a.entry')).toEqual({
      ...VERSION,
      bytes: 16_384,
      files: ['public/a/index.html'],
    })
    expect(await folder.find('pages/b.entry')).toBeUndefined()
  })

  test('has no file with another time while it is rewritten', async ({ home, folder }) => {
    await save(folder, 'a', file('public/a'))
    const times = new Set<string>()
    let isWriting = true
    const look = async () => {
      while (isWriting)
        times.add((await stat(path.join(home, 'copy/public/a'))).mtime.toISOString())
    }
    const looking = Promise.all(Array.from({ length: 3 }, look))
    for (let round = 0; round < 200; round += 1) await save(folder, 'a', file('public/a'))
    isWriting = false
    await looking
    expect([...times]).toEqual([AT.toISOString()])
  })

  test('removes the files that its next version does not have', async ({ home, folder }) => {
    await save(folder, 'a', file('public/a'), file('public/a.gz'))
    await save(folder, 'a', file('gone/a', 'other'))
    await expect(stat(path.join(home, 'copy/public/a'))).rejects.toThrow('ENOENT')
    await expect(stat(path.join(home, 'copy/public/a.gz'))).rejects.toThrow('ENOENT')
    expect(await readFile(path.join(home, 'copy/gone/a'), 'utf8')).toBe('other')
  })

  test('replaces links to folders', async ({ home, folder }) => {
    for (const target of ['../../public/b', '../../public/c', '../../public/c']) {
      await folder.save('a', VERSION, [{ name: 'moved/a/301', target }], AT)
      expect(await readlink(path.join(home, 'copy/moved/a/301'))).toBe(target)
      expect((await stat(path.join(home, 'copy/moved/a/301'))).isDirectory()).toBe(true)
    }
    await folder.drop('a')
    await expect(stat(path.join(home, 'copy/moved/a/301'))).rejects.toThrow('ENOENT')
  })

  test('writes files with an unreadable receipt again', async ({ home, folder }) => {
    await save(folder, 'a', file('public/a'))
    await rm(path.join(home, 'copy/receipts/a'))
    await folder.mark('a')
    expect(await folder.find('a')).toBeUndefined()
  })

  test('removes exactly what was not marked since a given time', async ({ home, folder }) => {
    for (const name of ['a', 'b', 'c']) await save(folder, `pages/${name}`, file(`public/${name}`))
    await save(folder, 'assets/x.js', file('public/assets/x.js'))
    await utimes(path.join(home, 'copy/receipts/pages/a'), AT, AT)

    expect(await sweepCopy(folder, new Date(AT.getTime() + 1))).toEqual({
      pages: 2,
      dropped: 1,
      spared: 0,
    })
    await expect(stat(path.join(home, 'copy/public/a'))).rejects.toThrow('ENOENT')
    expect(await readFile(path.join(home, 'copy/public/b'), 'utf8')).toBe('text')
  })

  test('is kept when most of it was not marked, as after a wipe of the store', async ({
    home,
    folder,
  }) => {
    for (const name of ['a', 'b', 'c']) {
      await save(folder, `pages/${name}`, file(`public/${name}`))
      if (name !== 'c') await utimes(path.join(home, `copy/receipts/pages/${name}`), AT, AT)
    }
    expect(await sweepCopy(folder, new Date(AT.getTime() + 1))).toEqual({
      pages: 3,
      dropped: 0,
      spared: 2,
    })
    expect(await folder.find('pages/a')).toBeDefined()
  })
})
