import { cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { test as base, expect } from 'vitest'
import { LOCALES } from '#shared/contracts/primitives.ts'
import { readSettings } from './read-settings.ts'

const CONTENT = path.resolve(import.meta.dirname, '../../../content')
const READ = ['generation.yaml', 'generation', 'site.yaml', 'categories', 'authors']

const test = base.extend('folder', async ({}, { onCleanup }) => {
  const folder = await mkdtemp(path.join(tmpdir(), 'finlore-settings-'))
  onCleanup(() => rm(folder, { recursive: true, force: true }))
  for (const name of READ)
    await cp(path.join(CONTENT, name), path.join(folder, name), { recursive: true })
  return folder
})

async function edit(folder: string, file: string, from: string | RegExp, to: string) {
  const name = path.join(folder, file)
  const text = await readFile(name, 'utf8')
  expect(text).toMatch(from)
  await writeFile(name, text.replace(from, to))
}

test.for(LOCALES)(
  'the settings of %s are valid, and have what the specification requires [M-313, M-914]',
  async (locale) => {
    const { generation, language, authors } = await readSettings(CONTENT, locale)

    expect(generation.references.map(({ kind }) => kind)).toEqual([
      ...['encyclopedia', 'reference', 'social', 'social'],
    ])
    expect(generation.references.map(({ domain }) => domain)).toEqual([
      ...['wikipedia.org', 'wiktionary.org', 'reddit.com', 'quora.com'],
    ])
    expect(generation.style).toEqual({ variedSentences: true, rareTypos: false })
    expect(language.languageName).not.toBe('')
    expect(authors.length).toBeGreaterThan(0)
  },
)

test('are read although articles and pages are missing or invalid', async ({ folder }) => {
  expect((await readSettings(folder, 'en_US')).siteTitle).toBe('Finlore')
})

test.for<[string, string, string | RegExp, string, RegExp]>([
  [
    'a fifth site',
    'generation.yaml',
    /(?=\nstyle:)/,
    '  - domain: a.example\n    kind: social\n',
    /generation\.yaml:\d+: E-SCHEMA references/,
  ],
  [
    'three sites',
    'generation.yaml',
    '  - domain: quora.com\n    kind: social\n',
    '',
    /generation\.yaml:\d+: E-SCHEMA references/,
  ],
  [
    'a second encyclopedia',
    'generation.yaml',
    'kind: reference',
    'kind: encyclopedia',
    /references must name 1 of the kind "encyclopedia", not 2.*must name 1 of the kind "reference", not 0/s,
  ],
  [
    'a site that stands twice',
    'generation.yaml',
    'quora.com',
    'reddit.com',
    /generation\.yaml:\d+: E-SCHEMA references\.3\.domain "reddit\.com" is listed twice/,
  ],
  [
    'an address in place of a site',
    'generation.yaml',
    'quora.com',
    'https://quora.com/',
    /references\.3\.domain/,
  ],
  [
    'fewer words at most than at least',
    'generation.yaml',
    'to: 1300',
    'to: 600',
    /words\.to must not be smaller/,
  ],
  [
    'a switch that is neither',
    'generation.yaml',
    'rareTypos: false',
    'rareTypos: rarely',
    /style\.rareTypos/,
  ],
  [
    'an unknown field',
    'generation/en_US.yaml',
    'languageName',
    'language',
    /generation\/en_US\.yaml:1: E-SCHEMA language/,
  ],
  [
    'a suffix that is a sentence',
    'generation/en_US.yaml',
    'list: []',
    'list: ["ing and ed"]',
    /forbiddenSuffixes\.list\.0/,
  ],
  [
    'suffixes without their place',
    'generation/en_US.yaml',
    '{suffixes}.',
    'these.',
    /forbiddenSuffixes\.instruction/,
  ],
  [
    'YAML that is none',
    'generation/en_US.yaml',
    'list: []',
    'list: [',
    /generation\/en_US\.yaml:\d+: E-SCHEMA is not valid YAML/,
  ],
  ['authors that cannot be read', 'authors/en_US.yaml', /^/, '{', /authors\/en_US\.yaml:\d+/],
])('refuse %s', async ([_name, file, from, to, message], { folder }) => {
  await edit(folder, file, from, to)
  await expect(readSettings(folder, 'en_US')).rejects.toThrow(message)
})
