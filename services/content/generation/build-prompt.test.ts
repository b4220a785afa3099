import path from 'node:path'
import { describe, expect, test } from 'vitest'
import { LOCALES } from '#shared/contracts/primitives.ts'
import { checkArticle } from '../drafts/check-article.ts'
import { buildVocabulary } from '../drafts/vocabulary.ts'
import { parseMarkdownFile } from '../folder/source-text.ts'
import type { ArticleRequest } from './article-request.ts'
import { buildPrompt, printPrompt, repairRequest } from './build-prompt.ts'
import { type GenerationSettings, readSettings } from './read-settings.ts'

const CONTENT = path.resolve(import.meta.dirname, '../../../content')
const settings = await readSettings(CONTENT, 'tr_TR')

const [AUTHOR = { name: '', slug: '' }] = settings.authors

const REQUEST: ArticleRequest = {
  locale: 'tr_TR',
  slug: 'repo-nedir',
  title: 'Repo: "geri alım" nedir?',
  category: 'investment-dictionaries',
  subcategory: 'terms-and-definitions',
  author: AUTHOR.name,
}

const promptOf = (over: Partial<GenerationSettings> = {}) =>
  printPrompt(buildPrompt(REQUEST, { ...settings, ...over }))

const withStyle = (style: Partial<GenerationSettings['generation']['style']>) => {
  const { generation } = settings
  return { generation: { ...generation, style: { ...generation.style, ...style } } }
}

describe.each(LOCALES)('the prompt in %s', async (locale) => {
  const own = await readSettings(CONTENT, locale)
  const [author] = own.authors
  const request = { ...REQUEST, locale, author: author?.name ?? '' }
  const prompt = printPrompt(buildPrompt(request, own))

  test('names the language and how to answer in it', () => {
    expect(prompt).toContain(`in ${own.language.languageName} to people`)
    expect(prompt).toContain(own.language.responseLanguage)
    expect(prompt).toContain(own.language.sectionStyle)
  })

  test('names the article, its category and its author', () => {
    const category = own.categories.find(({ slug }) => slug === REQUEST.category)
    expect(prompt).toContain(`Category: ${category?.title}. ${category?.description}`)
    expect(prompt).toContain(author?.description)
    expect(prompt).not.toContain('undefined')
  })
})

test('a prompt names the four reference sites [M-315]', () => {
  for (const { domain } of settings.generation.references) expect(promptOf()).toContain(domain)
})

test('a prompt asks for varied sentences, and for spelling mistakes only where that is switched on [M-319]', () => {
  expect(promptOf()).toContain('Vary the length of sentences')
  expect(promptOf()).toContain('Make no mistakes of spelling')
  expect(promptOf()).not.toContain('slip of spelling')

  const other = promptOf(withStyle({ variedSentences: false, rareTypos: true }))
  expect(other).not.toContain('Vary the length')
  expect(other).not.toContain('Make no mistakes')
  expect(other).toContain('Let a small slip of spelling stand now and then')
})

test('a prompt forbids suffixes where some are listed', () => {
  expect(promptOf()).not.toContain('eklerle biten')
  const { language } = settings
  const list = ['-mektedir', '-maktadır']
  const forbiddenSuffixes = { ...language.forbiddenSuffixes, list }
  expect(promptOf({ language: { ...language, forbiddenSuffixes } })).toContain(
    'Bölümlerde şu eklerle biten kelimeler kullanma: -mektedir, -maktadır.',
  )
})

test('a prompt shows front matter that an import accepts once its gaps are filled', () => {
  const [, example = ''] = promptOf().split('The front matter of your answer:\n\n')
  const filled = example.replace(/"<https[^"]*"/, '"https://www.tcmb.gov.tr/"')
  const { value, problems } = parseMarkdownFile('draft.md', `${filled}\nMetin.`)
  expect(problems).toEqual([])
  const { slug, ...fields } = Object(value)
  expect(slug).toBe('repo-nedir')
  const checked = checkArticle(
    { ...fields, body: 'Metin.' },
    buildVocabulary(settings.authors, settings.categories, { locale: 'tr_TR' }),
    new Date(),
    '/articles/repo-nedir',
  )
  expect(checked).toMatchObject({
    article: { title: REQUEST.title, author: AUTHOR.slug, provenance: 'generated' },
  })
})

test('a prompt lists what is wrong with an answer', () => {
  expect(repairRequest(['description is missing', 'body must have text'])).toContain(
    '\n\n- description is missing\n- body must have text\n\n',
  )
})
