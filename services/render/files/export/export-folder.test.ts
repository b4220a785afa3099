import { mkdir, mkdtemp, readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { test as base, describe, expect } from 'vitest'
import { MARKER_FILE, openExportFolder } from './export-folder.ts'

const test = base.extend<{ home: string; target: string }>({
  home: async ({}, use) => {
    const home = await mkdtemp(path.join(tmpdir(), 'finlore-export-'))
    await use(home)
    await rm(home, { recursive: true })
  },
  target: async ({ home }, use) => use(path.join(home, 'site')),
})

/** Writes an export whose pages contain only this word. */
async function exportWord(target: string, word: string) {
  const { folder, finish } = await openExportFolder(target)
  await writeFile(path.join(folder, 'page'), word)
  await writeFile(path.join(folder, MARKER_FILE), '')
  await finish()
}

const wordOf = (target: string) => readFile(path.join(target, 'page'), 'utf8')

describe('the folder of an export', () => {
  test('appears when it is complete, and replaces the former export', async ({ home, target }) => {
    const { folder, finish } = await openExportFolder(target)
    await writeFile(path.join(folder, 'page'), 'one')
    await writeFile(path.join(folder, MARKER_FILE), '')
    expect(await readdir(home)).not.toContain('site')
    await finish()
    expect(await wordOf(target)).toBe('one')

    await exportWord(target, 'two')
    expect(await wordOf(target)).toBe('two')
    expect(await readdir(home)).toEqual(['site'])
  })

  test('replaces an empty folder, also through a link to it', async ({ home, target }) => {
    await mkdir(target)
    const link = path.join(home, 'link')
    await symlink(target, link)
    await exportWord(link, 'one')

    expect(await wordOf(target)).toBe('one')
    expect(await wordOf(link)).toBe('one')
  })

  test('never replaces files that are no export', async ({ home, target }) => {
    await mkdir(target)
    await writeFile(path.join(target, 'holiday.jpg'), '')
    await expect(openExportFolder(target)).rejects.toThrow(
      `${target} holds files that are not an export of a site`,
    )
    expect(await readdir(home)).toEqual(['site'])
    expect(await readdir(target)).toEqual(['holiday.jpg'])
  })

  test('does not replace files that were added meanwhile', async ({ home, target }) => {
    const { folder, finish, discard } = await openExportFolder(target)
    await writeFile(path.join(folder, 'page'), 'one')
    await mkdir(target)
    await writeFile(path.join(target, 'holiday.jpg'), '')

    await expect(finish()).rejects.toThrow('are not an export of a')
    await discard()
    expect(await readdir(home)).toEqual(['site'])
    expect(await readdir(target)).toEqual(['holiday.jpg'])
  })

  test('keeps the former export when it is aborted', async ({ home, target }) => {
    await exportWord(target, 'one')
    const { folder, discard } = await openExportFolder(target)
    await writeFile(path.join(folder, 'page'), 'half')
    await discard()

    expect(await wordOf(target)).toBe('one')
    expect(await readdir(home)).toEqual(['site'])
  })

  test('cannot be a file', async ({ target }) => {
    await writeFile(target, '')
    await expect(openExportFolder(target)).rejects.toThrow(/^.+site cannot be written: ENOTDIR/)
  })
})
