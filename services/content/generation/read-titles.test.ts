import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { test as base, expect } from 'vitest'
import { readSettings } from './read-settings.ts'
import { readExistingTitles } from './read-titles.ts'

const settings = await readSettings(path.resolve(import.meta.dirname, '../../../content'), 'en_US')
const COMMON = { category: 'expert-advice', author: 'Eleanor Whitcombe' }

const test = base.extend('folder', async ({}, { onCleanup }) => {
  const folder = await mkdtemp(path.join(tmpdir(), 'finlore-titles-'))
  onCleanup(() => rm(folder, { recursive: true, force: true }))
  return folder
})

async function titlesIn(folder: string, name: string, text: string | Buffer, common = COMMON) {
  const file = path.join(folder, name)
  await writeFile(file, text)
  return readExistingTitles(file, common, settings)
}

test('reads each line as a title, except for blank ones and comments', async ({ folder }) => {
  const requests = await titlesIn(
    folder,
    'titles.txt',
    '\ufeffBonds\r\n\r\n# not now\r\n  Swaps  \r\n',
  )
  expect(requests.map(({ title, slug }) => [title, slug])).toEqual([
    ['Bonds', 'bonds'],
    ['Swaps', 'swaps'],
  ])
  expect(requests[0]).toMatchObject({
    subcategory: 'other-expert-advice',
    author: 'Eleanor Whitcombe',
  })
})

test('reads a YAML list, in which titles may have settings of their own', async ({ folder }) => {
  const requests = await titlesIn(
    folder,
    'titles.yaml',
    '- Bonds\n- title: Swaps\n  category: product-reviews\n  subcategory: stocks\n  slug: on-swaps\n',
  )
  expect(requests).toMatchObject([
    { title: 'Bonds', category: 'expert-advice' },
    { title: 'Swaps', category: 'product-reviews', subcategory: 'stocks', slug: 'on-swaps' },
  ])
})

test.for<[string, string, string, RegExp]>([
  ['nothing', 'a.txt', '# later\n', /a\.txt: has no titles/],
  ['too many', 'a.txt', 'x\n'.repeat(501), /more than 500 titles/],
  [
    'one title twice',
    'a.txt',
    'Bonds\nSwaps\nBonds!\n',
    /a\.txt:3: has the slug of line 1, "bonds"/,
  ],
  ['an unknown field', 'a.yaml', '- title: x\n  categori: y\n', /a\.yaml:2: 0\.categori/],
  [
    'an unknown category',
    'a.yml',
    '- x\n- title: y\n  category: bonds\n',
    /a\.yml:2: category "bonds" is not/,
  ],
  ['no list', 'a.yaml', 'title: x\n', /a\.yaml:1: /],
  ['YAML that is none', 'a.yaml', '- [\n', /a\.yaml:\d+: is not valid YAML/],
])('refuses %s', async ([_name, name, text, message], { folder }) => {
  await expect(titlesIn(folder, name, text)).rejects.toThrow(message)
})

test('names all mistakes, each with its line', async ({ folder }) => {
  const titles = titlesIn(folder, 'a.txt', 'One\nTwo\n', { ...COMMON, category: 'cooking' })
  await expect(titles).rejects.toThrow(/a\.txt:1: category .*a\.txt:2: category /s)
})

test('refuses a missing file', async () => {
  await expect(readExistingTitles('/nowhere/titles.txt', COMMON, settings)).rejects.toThrow(
    /titles\.txt cannot be read/,
  )
})

test('refuses titles in another encoding than UTF-8', async ({ folder }) => {
  const bytes = Buffer.concat([Buffer.from('On '), Buffer.from([0xc2, 0xea, 0xeb, 0xe0, 0xe4])])
  await expect(titlesIn(folder, 'titles.txt', bytes)).rejects.toThrow(
    'titles.txt:1: title has U+FFFD after "On ", where a letter was lost',
  )
})
