import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { test as base, expect } from 'vitest'
import { draftFile, rejectedText, removeFile, setAside, writeOnce } from './draft-files.ts'

const REPO = { locale: 'ru_RU', slug: 'repo' } as const
const FILE = draftFile(REPO)

const test = base.extend('folder', async ({}, { onCleanup }) => {
  const folder = await mkdtemp(path.join(tmpdir(), 'finlore-drafts-'))
  onCleanup(() => rm(folder, { recursive: true, force: true }))
  return folder
})

const textIn = (folder: string) => readFile(path.join(folder, FILE), 'utf8')

test('a draft is written once', async ({ folder }) => {
  expect(await writeOnce(folder, FILE, 'first')).toBe(true)
  expect(await writeOnce(folder, FILE, 'second')).toBe(false)
  expect(await textIn(folder)).toBe('first')
})

test('a draft is written once by many concurrent writers', async ({ folder }) => {
  const texts = Array.from({ length: 20 }, (_, index) => `${index}`)
  const wrote = await Promise.all(texts.map((text) => writeOnce(folder, FILE, text)))
  expect(wrote.filter(Boolean)).toHaveLength(1)
  expect(await textIn(folder)).toBe(texts[wrote.indexOf(true)])
  expect(await readdir(path.join(folder, 'drafts/ru_RU'))).toEqual(['repo.md'])
})

test('a draft to be replaced is renamed, and a missing one is no error', async ({ folder }) => {
  await writeOnce(folder, FILE, 'first')
  await setAside(folder, [{ locale: 'ru_RU', slug: 'swap' }, REPO])
  expect(await readdir(path.join(folder, 'drafts/ru_RU'))).toEqual(['repo.former.md'])
  expect(await writeOnce(folder, FILE, 'second')).toBe(true)
  expect(await textIn(folder)).toBe('second')
})

test('a folder that cannot be created is a failure, not an existing draft', async ({ folder }) => {
  await writeFile(path.join(folder, 'drafts'), 'a file')
  await expect(writeOnce(folder, FILE, 'text')).rejects.toThrow(/ENOTDIR|EEXIST/)
})

test('a file is removed whether it is there or not', async ({ folder }) => {
  await writeOnce(folder, FILE, 'text')
  await removeFile(folder, FILE)
  await removeFile(folder, FILE)
  expect(await readdir(path.join(folder, 'drafts/ru_RU'))).toEqual([])
})

test('a rejected file names its own lines', () => {
  const text = rejectedText(
    [
      { line: 1, message: 'the first' },
      { line: 3, message: 'the third' },
    ],
    'one\ntwo\nthree',
  )
  const lines = text.split('\n')
  for (const [word, name] of [
    ['one', 'the first'],
    ['three', 'the third'],
  ] as const) {
    expect(lines).toContain(`- line ${lines.indexOf(word) + 1}: ${name}`)
  }
})
