import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { describe, expect } from 'vitest'
import { LETTER_PAGE_SIZE } from '../../services/content/articles/letters.ts'
import { articleDraft, type TestContent, contentTest as test } from '../support/content-service.ts'
import { compareWithTags, readAllPages } from '../support/page-models.ts'

const DICTIONARY = '/investment-dictionaries'
const OTHER = '/expert-advice'
const entities = [{ category: 'investment-dictionaries' }]

const define = (content: TestContent, slug: string, title: string, changes: object = {}) =>
  content.commit('PUT', `/articles/${slug}`, articleDraft({ title, entities, ...changes }))

async function letterPage(content: TestContent, key: string, dictionary = DICTIONARY) {
  const model = await content.pageModel(`${dictionary}/letters/${key}`)
  return model.status === 'found' && model.page.kind === 'letter' ? model.page : undefined
}

async function titlesUnder(content: TestContent, key: string, dictionary = DICTIONARY) {
  const page = await letterPage(content, key, dictionary)
  return page?.entries.map(({ title }) => title)
}

/** The letters that are links on the page of a category; `undefined` where it has no letters. */
async function lettersOf(content: TestContent, dictionary = DICTIONARY) {
  const model = await content.pageModel(dictionary)
  if (model.status !== 'found' || model.page.kind !== 'category') throw new Error(model.status)
  return model.page.letters?.filter(({ path }) => path !== null).map(({ letter }) => letter)
}

/** Withdraws what the real content has in its dictionary, so that only a test's own entries count. */
async function emptyDictionary(content: TestContent) {
  const listed = await content.db
    .selectFrom('listing')
    .innerJoin('article', 'article.id', 'listing.article')
    .select('article.slug')
    .where('listing.list', '=', 'investment-dictionaries')
    .execute()
  for (const { slug } of listed) await content.commit('DELETE', `/articles/${slug}`)
}

async function replaceIn(content: TestContent, file: string, from: string, to: string) {
  const text = await readFile(path.join(content.folder.folder, file), 'utf8')
  if (!text.includes(from)) throw new Error(`${file} has no ${from}`)
  await content.folder.write(file, text.replace(from, to))
}

/** The paths of the XML site map that lie below a dictionary's letters. */
async function lettersInSitemap(content: TestContent) {
  const { entries } = (await content.app.inject('/sitemap-model?path=/sitemaps/pages.xml')).json<{
    entries: { path: string; modifiedAt: string }[]
  }>()
  return entries.filter((entry) => entry.path.includes('/letters/'))
}

describe('the letters of a dictionary', () => {
  test('hold its articles in the order of the alphabet', async ({ content }) => {
    await emptyDictionary(content)
    await define(content, 'bond', 'Bond')
    await define(content, 'basis', 'basis point', { description: 'A hundredth of a percent.' })
    await define(content, 'buy', '“Buy and hold”')
    await define(content, '401k', '401(k) plan')
    await define(content, 'elan', 'Élan of markets')

    expect(await letterPage(content, 'b')).toMatchObject({
      path: `${DICTIONARY}/letters/b`,
      category: { title: 'Investment dictionaries', path: DICTIONARY },
      letter: 'B',
      newestOnly: false,
      entries: [
        {
          title: 'basis point',
          path: '/articles/basis',
          description: 'A hundredth of a percent.',
        },
        { title: 'Bond' },
        { title: '“Buy and hold”' },
      ],
    })
    expect(await titlesUnder(content, 'e')).toEqual(['Élan of markets'])
    expect(await titlesUnder(content, '0-9')).toEqual(['401(k) plan'])
    expect(await lettersOf(content)).toEqual(['B', 'E', '#'])
  })

  test('are there while anything stands under them', async ({ content }) => {
    await emptyDictionary(content)
    expect(await lettersOf(content)).toEqual([])
    await define(content, 'bond', 'Bond', { publishedAt: '2026-01-02' })
    expect(await lettersInSitemap(content)).toEqual([
      { path: `${DICTIONARY}/letters/b`, modifiedAt: '2026-01-02T00:00:00.000Z' },
    ])

    await content.commit('PATCH', '/articles/bond', { title: 'Loan' })
    expect(await titlesUnder(content, 'b')).toBeUndefined()
    expect(await titlesUnder(content, 'l')).toEqual(['Loan'])
    expect((await lettersInSitemap(content)).map((entry) => entry.path)).toEqual([
      `${DICTIONARY}/letters/l`,
    ])

    await content.commit('PATCH', '/articles/bond', { entities: [{ category: 'expert-advice' }] })
    expect(await lettersOf(content)).toEqual([])
    for (const key of ['l', 'B', 'zh', '', 'l/page/1']) {
      expect(await titlesUnder(content, key), key).toBeUndefined()
    }
  })

  test('are of dictionaries only, and a file decides what is one', async ({ content }) => {
    const file = 'categories/en_US.yaml'
    const definitionOf = async (slug: string) => {
      const model = await content.pageModel(`/articles/${slug}`)
      return 'page' in model && model.page.kind === 'article'
        ? model.page.article.isDefinition
        : undefined
    }
    const within = (category: string, subcategory?: string) => ({
      entities: [{ category, subcategories: subcategory ? [{ subcategory }] : [] }],
    })
    await define(
      content,
      'bond',
      'Bond',
      within('investment-dictionaries', 'terms-and-definitions'),
    )
    await define(content, 'books', 'Books', within('investment-dictionaries'))
    await define(content, 'advice', 'Kept promises', within('expert-advice', 'market-trends'))
    expect(await lettersOf(content, OTHER)).toBeUndefined()
    expect(await titlesUnder(content, 'k', OTHER)).toBeUndefined()
    const definitions = async () => {
      const slugs = ['bond', 'books', 'advice']
      const marks = await Promise.all(slugs.map(definitionOf))
      return slugs.filter((_, place) => marks[place])
    }
    // What is filed with the rest explains no word.
    expect(await definitions()).toEqual(['bond'])
    const kept = await readAllPages(content)
    const revision = await content.revision()
    await replaceIn(content, file, 'fallback: other-resources', 'fallback: terms-and-definitions')
    await content.import()
    expect(await definitions()).toEqual(['books'])
    const touched = (await content.changesAfter(revision)).flatMap(({ tags }) => tags)
    expect(compareWithTags(kept, await readAllPages(content), touched)).toMatchObject({
      missed: [],
      excess: [],
      unrecorded: [],
    })
    await replaceIn(content, file, 'fallback: terms-and-definitions', 'fallback: other-resources')

    await replaceIn(content, file, '  dictionary: true\n', '')
    await replaceIn(
      content,
      file,
      '  fallback: other-expert-advice\n',
      '  fallback: other-expert-advice\n  dictionary: true\n',
    )
    await content.import()
    expect(await lettersOf(content)).toBeUndefined()
    expect(await titlesUnder(content, 'b')).toBeUndefined()
    expect(await lettersOf(content, OTHER)).toContain('K')
    expect(await titlesUnder(content, 'k', OTHER)).toContain('Kept promises')
    expect(await definitions()).toEqual(['advice'])
  })

  test('are given anew to articles that had none, or those of another alphabet', async ({
    content,
  }) => {
    await define(content, 'bond', 'Zero-coupon bond')
    const before = await readAllPages(content)
    await content.db
      .updateTable('listing')
      .set({ letter: null })
      .where('letter', '=', 'z')
      .execute()
    await content.db.updateTable('listing').set({ letter: 'q' }).where('letter', '=', 'w').execute()
    await content.db.deleteFrom('setting').where('name', '=', 'alphabet').execute()
    const kept = await readAllPages(content)
    expect(kept.has(`${DICTIONARY}/letters/z`)).toBe(false)

    const revision = await content.revision()
    await content.import()
    const touched = (await content.changesAfter(revision)).flatMap(({ tags }) => tags)
    const now = await readAllPages(content)
    expect(compareWithTags(kept, now, touched)).toMatchObject({ missed: [], excess: [] })
    const shownIn = (pages: typeof now) => [...pages].map(([at, { shown }]) => [at, shown])
    expect(shownIn(now)).toEqual(shownIn(before))

    await content.import()
    expect(await content.changesAfter(revision)).toHaveLength(1)
  })

  test('show the newest when there are too many, and say so', async ({ empty: content }) => {
    const write = (number: number, day: string) =>
      content.folder.write(
        `articles/en_US/entry-${number}.md`,
        `---
title: Quota ${number}
slug: entry-${number}
author: Eleanor Whitcombe
publishedAt: ${day}
entities:
  - category: investment-dictionaries
---

Text.
`,
      )
    for (let number = 1; number <= LETTER_PAGE_SIZE; number++) await write(number, '2025-01-02')
    await content.import()
    expect(await letterPage(content, 'q')).toMatchObject({ newestOnly: false })

    await define(content, 'old', 'Quota of old', { publishedAt: '2024-12-01' })
    const page = await letterPage(content, 'q')
    expect(page).toMatchObject({ newestOnly: true })
    expect(page?.entries.map(({ title }) => title)).toEqual(
      Array.from({ length: LETTER_PAGE_SIZE }, (_, index) => `Quota ${index + 1}`),
    )
    await content.commit('PATCH', '/articles/old', { publishedAt: '2026-01-01' })
    expect(await titlesUnder(content, 'q')).toContain('Quota of old')
    expect(await titlesUnder(content, 'q')).toHaveLength(LETTER_PAGE_SIZE)
  })

  test('name those beside them, and concern few pages when one is new', async ({ content }) => {
    for (const letter of 'ABCDEFGHIJKLMNOPRSTUVWXYZ') {
      await define(content, `word-${letter.toLowerCase()}`, `${letter}word`)
    }
    expect(await letterPage(content, 'p')).toMatchObject({
      previous: { title: 'O', path: `${DICTIONARY}/letters/o` },
      next: { title: 'R', path: `${DICTIONARY}/letters/r` },
    })
    expect(await letterPage(content, 'a')).toMatchObject({ previous: null })
    expect(await letterPage(content, 'z')).toMatchObject({ next: null })

    const kept = await readAllPages(content)
    const revision = await content.revision()
    await define(content, 'quota', 'Quota')
    const touched = (await content.changesAfter(revision)).flatMap(({ tags }) => tags)
    const comparison = compareWithTags(kept, await readAllPages(content), touched)
    expect(comparison).toMatchObject({ missed: [], excess: [], unrecorded: [] })
    expect(comparison.met.length, comparison.met.join(' ')).toBeLessThanOrEqual(25)
    expect(comparison.met.filter((met) => met.includes('/letters/'))).toEqual(
      ['p', 'q', 'r'].map((key) => `${DICTIONARY}/letters/${key}`),
    )
  })
})
