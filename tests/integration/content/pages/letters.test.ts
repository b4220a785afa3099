import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { sql } from 'kysely'
import { describe, expect } from 'vitest'
import { commitEdit } from '../../../../services/content/changes/commit-edit.ts'
import { refreshLetters } from '../../../../services/content/import/refresh-letters.ts'
import { LETTER_PAGE_SIZE, loadUsedLetters } from '../../../../services/content/library/letters.ts'
import { loadCategories } from '../../../../services/content/site/category-repository.ts'
import {
  articleDraft,
  type TestContent,
  contentTest as test,
} from '../../../support/content/content-service.ts'
import { compareWithTags, readAllPages } from '../../../support/pages/page-models.ts'

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

/** The letters under which something stands, by the page of a category; `undefined` where it has none. */
async function lettersOf(content: TestContent, dictionary = DICTIONARY) {
  const model = await content.pageModel(dictionary)
  if (model.status !== 'found' || model.page.kind !== 'category') throw new Error(model.status)
  return model.page.letters?.filter(({ isEmpty }) => !isEmpty).map(({ letter }) => letter)
}

/** Withdraws what the real content has in its dictionary, so that only a test's own entries count. */
async function emptyDictionary(content: TestContent) {
  const listed = await content.db
    .selectFrom('article')
    .select('slug')
    .where('status', '=', 'published')
    .where(({ or, exists, selectFrom }) =>
      or([
        exists(selectFrom('term').select('id').whereRef('term.article', '=', 'article.id')),
        exists(
          selectFrom('listing')
            .select('list')
            .whereRef('listing.article', '=', 'article.id')
            .where('listing.list', '=', 'investment-dictionaries'),
        ),
      ]),
    )
    .execute()
  for (const { slug } of listed) await content.commit('DELETE', `/articles/${slug}`)
}

/** What a letter says of terms, each as its name and the address of what explains it. */
async function termsUnder(content: TestContent, key: string) {
  const page = await letterPage(content, key)
  return page?.terms.map(({ term, article }) => `${term} ${article.path}`)
}

async function indexPage(content: TestContent, dictionary = DICTIONARY) {
  const model = await content.pageModel(`${dictionary}/letters`)
  return model.status === 'found' && model.page.kind === 'letters' ? model.page : undefined
}

async function namesOn(content: TestContent) {
  const page = await indexPage(content)
  return page?.letters.flatMap(({ terms }) => terms.map(({ term }) => term))
}

/** Makes an edit. @returns what of the pages it changed and met, which must be the same */
async function whatChanges(content: TestContent, edit: () => Promise<unknown>) {
  const kept = await readAllPages(content)
  const revision = await content.revision()
  await edit()
  const touched = (await content.changesAfter(revision)).flatMap(({ tags }) => tags)
  const comparison = compareWithTags(kept, await readAllPages(content), touched)
  expect(comparison).toMatchObject({ missed: [], excess: [], unrecorded: [] })
  return comparison.met
}

async function replaceIn(content: TestContent, file: string, from: string, to: string) {
  const text = await readFile(path.join(content.folder.folder, file), 'utf8')
  if (!text.includes(from)) throw new Error(`${file} has no ${from}`)
  await content.folder.write(file, text.replace(from, to))
}

/** The paths of the XML site map that lie below a dictionary's letters, whose own page it names first. */
async function lettersInSitemap(content: TestContent) {
  const { entries } = (await content.app.inject('/sitemap-model?path=/sitemaps/pages.xml')).json<{
    entries: { path: string; modifiedAt: string }[]
  }>()
  return entries.filter((entry) => entry.path.includes('/letters/'))
}

describe('the letters of a dictionary', () => {
  test('have its articles in alphabetical order', async ({ content }) => {
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

  test('are in the site map while they have articles', async ({ content }) => {
    await emptyDictionary(content)
    expect(await lettersOf(content)).toEqual([])
    await define(content, 'bond', 'Bond', { publishedAt: '2026-01-02' })
    expect(await lettersInSitemap(content)).toEqual([
      { path: `${DICTIONARY}/letters/b`, modifiedAt: '2026-01-02T00:00:00.000Z' },
    ])
    expect(await letterPage(content, 'b')).not.toHaveProperty('seo.noindex')

    await content.commit('PATCH', '/articles/bond', { title: 'Loan' })
    expect(await titlesUnder(content, 'b')).toEqual([])
    expect(await letterPage(content, 'b')).toMatchObject({ seo: { noindex: true } })
    expect(await titlesUnder(content, 'l')).toEqual(['Loan'])
    expect((await lettersInSitemap(content)).map((entry) => entry.path)).toEqual([
      `${DICTIONARY}/letters/l`,
    ])

    await content.commit('PATCH', '/articles/bond', { entities: [{ category: 'expert-advice' }] })
    expect(await lettersOf(content)).toEqual([])
    for (const key of ['B', 'zh', '', 'l/page/1']) {
      expect(await titlesUnder(content, key), key).toBeUndefined()
    }
  })

  test('exist for dictionaries only, which a file declares', async ({ content }) => {
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

  test('are computed again for articles with none, or with those of another alphabet', async ({
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
    expect(await titlesUnder(content, 'z')).toEqual([])

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

  test('show the newest articles when there are too many, and say so', async ({
    empty: content,
  }) => {
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

  test('all answer 200, and a new one rebuilds few pages', async ({ content }) => {
    for (const { path } of (await indexPage(content))?.letters ?? []) {
      const model = await content.pageModel(path)
      if (model.status !== 'found' || model.page.kind !== 'letter') throw new Error(path)
      expect(model.page.letters).toHaveLength(27)
    }
    const met = await whatChanges(content, () => define(content, 'jumbo', 'Jumbo loans'))
    expect(met.length, met.join(' ')).toBeLessThanOrEqual(25)
    expect(met.filter((path) => path.includes('/letters'))).toEqual([
      `${DICTIONARY}/letters`,
      `${DICTIONARY}/letters/j`,
    ])
  })
})

describe('the terms under the letters', () => {
  const terms = [
    { term: 'kappa', definition: 'The first of two.' },
    { term: 'Eta', also: ['etas'], definition: 'The second of two.' },
    { term: 'zeta' },
  ]
  // Not in the dictionary: the terms of all articles stand there.
  const explain = (content: TestContent, slug: string, title: string, changes: object = {}) =>
    define(content, slug, title, { entities: [{ category: 'expert-advice' }], terms, ...changes })

  test('are those that articles define, with definitions and links', async ({ content }) => {
    const all = (await indexPage(content))?.letters.flatMap((letter) => letter.terms) ?? []
    const defined = await content.db
      .selectFrom('term')
      .select('term')
      .where('definition', 'is not', null)
      .execute()
    expect(all.map(({ term }) => term).sort()).toEqual(defined.map(({ term }) => term).sort())
    expect(all.length).toBeGreaterThan(50)

    await emptyDictionary(content)
    expect(await namesOn(content)).toEqual([])
    await explain(content, 'greek', 'Greek letters')
    expect(await letterPage(content, 'k')).toMatchObject({
      terms: [
        {
          term: 'kappa',
          definition: 'The first of two.',
          article: { title: 'Greek letters', path: '/articles/greek' },
          place: 'kappa',
        },
      ],
      entries: [],
    })
    expect(await termsUnder(content, 'z')).toEqual([])
    expect(await indexPage(content)).toMatchObject({ title: 'A–Z of terms' })
    expect(await namesOn(content)).toEqual(['Eta', 'kappa'])
    expect(await lettersOf(content)).toEqual(['E', 'K'])
    expect((await lettersInSitemap(content)).map(({ path }) => path)).toEqual([
      `${DICTIONARY}/letters/e`,
      `${DICTIONARY}/letters/k`,
    ])

    // An article that is back explains what another one explains by now.
    await content.commit('DELETE', '/articles/greek')
    await explain(content, 'again', 'Greek once more', { terms: terms.slice(0, 1) })
    await content.commit('PATCH', '/articles/greek', { withdrawn: false })
    expect(await termsUnder(content, 'k')).toEqual([
      'kappa /articles/again',
      'kappa /articles/greek',
    ])
    const places = (await letterPage(content, 'k'))?.terms.map(({ place }) => place)
    expect(places?.toSorted()).toEqual(['kappa', undefined])
  })

  test('rebuild exactly the pages that list them', async ({ content }) => {
    const met = await whatChanges(content, () => explain(content, 'greek', 'Greek letters'))
    expect(met.length, met.join(' ')).toBeLessThanOrEqual(25)
    expect(met.filter((path) => path.includes('/letters'))).toEqual([
      `${DICTIONARY}/letters`,
      `${DICTIONARY}/letters/e`,
      `${DICTIONARY}/letters/k`,
    ])
    const patch = (changes: object) => () => content.commit('PATCH', '/articles/greek', changes)
    const lettersMet = async (changes: object) =>
      (await whatChanges(content, patch(changes))).flatMap(
        (path) => path.split('/letters')[1] ?? [],
      )

    expect(await lettersMet({ title: 'Letters of Greece' })).toEqual(['/e', '/k'])
    const other = { term: 'kappa', definition: 'Another meaning.' }
    expect(await lettersMet({ terms: [other, ...terms.slice(1)] })).toEqual(['/k'])
    expect(await lettersMet({ terms: [{ ...other, term: 'KAPPA' }] })).toEqual(['', '/e', '/k'])
    expect(await lettersMet({ terms: [{ ...other, term: 'jota' }] })).toEqual(['', '/j', '/k'])
    expect(await lettersMet({ terms: [{ term: 'jota' }] })).toEqual(['', '/j'])
    await lettersMet({ terms })
    const gone = await whatChanges(content, () => content.commit('DELETE', '/articles/greek'))
    expect(gone.filter((path) => path.includes('/letters'))).toHaveLength(3)
    const back = await whatChanges(content, () => explain(content, 'greek', 'Greek letters'))
    expect(back.filter((path) => path.includes('/letters'))).toHaveLength(3)
  })

  test('get their letters with the next import after a former version has written them', async ({
    content,
  }) => {
    const before = await namesOn(content)
    await content.db.updateTable('term').set({ letter: null }).execute()
    expect(await termsUnder(content, 'c')).toEqual([])
    const met = await whatChanges(content, () => content.import())
    expect(met).toContain(`${DICTIONARY}/letters/c`)
    expect((await termsUnder(content, 'c'))?.length).toBeGreaterThan(3)
    expect(await namesOn(content)).toEqual(before)
  })

  test('get their letters, however many have none', async ({ content }) => {
    await sql`
      insert into term (id, article, position, term, also, definition)
        select gen_random_uuid(), article.id, 100 + number, 'Word ' || number, '{}', 'One of many.'
          from (select id from article limit 1) as article
          cross join generate_series(1, 2500) as number`.execute(content.db)
    await commitEdit(content.db, (edit) => refreshLetters(edit, 'en_US'))
    const without = content.db.selectFrom('term').select('id').where('letter', 'is', null)
    expect(await without.execute()).toEqual([])
  })

  test('are not counted: the letters in use are read from an index', async ({ content }) => {
    await explain(content, 'greek', 'Greek letters')
    await sql`
      insert into term (id, article, position, term, also, definition, letter)
        select gen_random_uuid(), article.id, 100 + number, 'Word ' || number, '{}', 'One of many.',
            substr('abcdefghij', 1 + number % 10, 1)
          from article cross join generate_series(1, 20000) as number
          where article.slug = 'greek'`.execute(content.db)
    await sql`analyze term`.execute(content.db)
    const categories = await loadCategories(content.read)

    const visited = await content.db.transaction().execute(async (tx) => {
      const letters = await loadUsedLetters(tx, categories, 'en_US')
      expect(letters.length).toBeGreaterThanOrEqual(10)
      const { rows } = await sql<{ visited: number }>`
        select (seq_tup_read + idx_tup_fetch)::int as visited
          from pg_stat_xact_user_tables where relname = 'term'`.execute(tx)
      return rows[0]?.visited
    })
    expect(visited).toBeGreaterThan(0)
    expect(visited).toBeLessThan(100)
  })

  test('are in the first dictionary, and move when another one is first', async ({ content }) => {
    const file = 'categories/en_US.yaml'
    const first = 'fallback: other-resources\n  dictionary: true\n'
    await whatChanges(content, async () => {
      await replaceIn(content, file, first, 'fallback: other-resources\n')
      await replaceIn(
        content,
        file,
        '  fallback: other-expert-advice\n',
        '  fallback: other-expert-advice\n  dictionary: true\n',
      )
      await content.import()
    })
    expect((await letterPage(content, 'c', OTHER))?.terms.length).toBeGreaterThan(3)
    expect(await indexPage(content)).toBeUndefined()

    await whatChanges(content, async () => {
      await replaceIn(content, file, 'fallback: other-resources\n', first)
      await content.import()
    })
    expect((await letterPage(content, 'c', OTHER))?.terms).toEqual([])
    expect((await letterPage(content, 'c'))?.terms.length).toBeGreaterThan(3)
  })
})
