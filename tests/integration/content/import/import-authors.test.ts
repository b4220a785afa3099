import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { describe, expect } from 'vitest'
import { pickAuthor } from '../../../../services/content/drafts/pick-author.ts'
import {
  articleDraft,
  type TestContent,
  contentTest as test,
} from '../../../support/content/content-service.ts'

const AUTHORS = 'authors/en_US.yaml'

const article = (slug: string) => `---
title: About ${slug}
slug: ${slug}
entities:
  - category: expert-advice
---

Text.
`
const author = (slug: string) =>
  `- name: ${slug}\n  slug: ${slug}\n  description: x\n  meta_title: ${slug}\n  meta_description: x\n`

const unsigned = (index: number) => `unsigned-${index}`
const MANY = 40

async function addUnsigned(content: TestContent): Promise<void> {
  for (let index = 0; index < MANY; index++) {
    await content.folder.write(`articles/en_US/${unsigned(index)}.md`, article(unsigned(index)))
  }
}

/** Who signs each of the unsigned articles, with its id. */
const signers = async ({ db }: TestContent) =>
  db
    .selectFrom('article')
    .select(['id', 'slug', 'author'])
    .where('slug', 'like', 'unsigned-%')
    .orderBy('slug')
    .execute()

const rosterOf = async ({ db }: TestContent) =>
  (await db.selectFrom('author').select('slug').execute()).map(({ slug }) => slug)

const remarksOf = async (content: TestContent) =>
  (await content.import()).remarks.filter(({ code }) => code === 'W-NO-AUTHOR')

// M-311
describe('role and links of an author', () => {
  const BOND = '/articles/what-a-bond-is-and-why-its-price-moves'
  const withFacts = (facts: string) => `  slug: eleanor-whitcombe\n${facts}`

  test('are on the author’s page and articles, and can be removed', async ({ content }) => {
    const file = await readFile(path.join(content.folder.folder, AUTHORS), 'utf8')
    const facts = '  role: Editor\n  links: [https://a.example/eleanor]\n'
    await content.folder.write(AUTHORS, file.replace(withFacts(''), withFacts(facts)))
    await content.import()

    const shown = { role: 'Editor', links: ['https://a.example/eleanor'] }
    expect(await content.pageModel('/authors/eleanor-whitcombe')).toMatchObject({
      page: { author: shown },
    })
    await content.commit('PATCH', BOND, { author: 'Eleanor Whitcombe' })
    expect(await content.pageModel(BOND)).toMatchObject({ page: { author: shown } })

    await content.folder.write(AUTHORS, file)
    await content.import()
    const after = await content.pageModel('/authors/eleanor-whitcombe')
    expect('page' in after && 'author' in after.page && after.page.author).not.toHaveProperty(
      'role',
    )
  })

  test.for([
    'http://a.example/',
    'javascript:alert(1)',
    'https://user:secret@a.example/',
    'https://[',
    '/authors',
  ])('cannot be %s', async (address, { empty }) => {
    const file = await readFile(path.join(empty.folder.folder, AUTHORS), 'utf8')
    const facts = `  links: ["${address}"]\n`
    await empty.folder.write(AUTHORS, file.replace(withFacts(''), withFacts(facts)))
    await expect(empty.import()).rejects.toThrow(/authors\/en_US\.yaml:\d+: E-SCHEMA/)
  })
})

describe('an article without an author', () => {
  test('gets an author chosen by its id, with a warning [M-004]', async ({ content }) => {
    await addUnsigned(content)
    const remarks = await remarksOf(content)

    expect(remarks).toHaveLength(MANY)
    const roster = await rosterOf(content)
    const signed = await signers(content)
    expect(signed).toHaveLength(MANY)
    for (const { id, author } of signed) expect(author).toBe(pickAuthor(id, roster))
    expect(new Set(signed.map(({ author }) => author)).size).toBeGreaterThan(5)
    const page = await content.pageModel(`/articles/${unsigned(0)}`)
    expect(page).toMatchObject({ page: { author: { path: `/authors/${signed[0]?.author}` } } })
  })

  test('gets the same author from the first import, a later one and the editor API', async ({
    content,
    empty,
  }) => {
    for (const { folder } of [content, empty]) {
      await folder.write('articles/en_US/unsigned-a.md', article('unsigned-a'))
    }
    await content.import()
    await empty.import()
    const { author: _, ...draft } = articleDraft()
    await content.commit('PUT', '/articles/unsigned-b', draft)
    await empty.commit('PUT', '/articles/unsigned-b', draft)

    expect(await signers(content)).toHaveLength(2)
    expect(await signers(content)).toEqual(await signers(empty))
  })

  test('keeps its author when its slug changes', async ({ content }) => {
    await content.folder.write('articles/en_US/unsigned-a.md', article('unsigned-a'))
    await content.import()
    const [before] = await signers(content)
    await content.folder.write('articles/en_US/unsigned-a.md', article('unsigned-z'))
    await content.import()

    expect(await signers(content)).toEqual([{ ...before, slug: 'unsigned-z' }])
  })

  test('rarely changes its author when others are added, and gets a new one when its author is removed', async ({
    content,
  }) => {
    await addUnsigned(content)
    await content.import()
    const before = await signers(content)
    const real = await content.folder.read(AUTHORS)
    await content.folder.write(AUTHORS, `${real}${author('newcomer')}`)
    await content.import()

    const roster = await rosterOf(content)
    const after = await signers(content)
    const moved = after.filter((row, index) => row.author !== before[index]?.author)
    expect(moved.every((row) => row.author === 'newcomer')).toBe(true)
    for (const { id, author } of after) expect(author).toBe(pickAuthor(id, roster))

    await content.folder.write(AUTHORS, real)
    await content.import()
    expect(await signers(content)).toEqual(before)
    expect(await content.import()).toMatchObject({ changed: false })
  })

  test('keeps the author that an editor set', async ({ content }) => {
    await content.folder.write('articles/en_US/unsigned-a.md', article('unsigned-a'))
    await content.import()
    const [first] = await signers(content)
    const { name } = await content.db
      .selectFrom('author')
      .select('name')
      .where('slug', '<>', first?.author ?? '')
      .orderBy('slug')
      .limit(1)
      .executeTakeFirstOrThrow()
    await content.commit('PATCH', '/articles/unsigned-a', { author: name, title: 'Mine' })
    const [given] = await signers(content)
    for (let index = 0; index < 30; index++) {
      const before = await content.folder.read(AUTHORS)
      await content.folder.write(AUTHORS, `${before}${author(`newcomer-${index}`)}`)
    }
    await content.import()

    expect(await signers(content)).toEqual([given])
  })
})

describe('an author of withdrawn articles', () => {
  test('can be removed, and the articles still answer 410', async ({ content }) => {
    const real = await content.folder.read(AUTHORS)
    await content.folder.write(AUTHORS, `${real}${author('a-visitor')}`)
    await content.import()
    const draft = articleDraft({ author: 'a-visitor' })
    await content.commit('PUT', '/articles/mine', draft)
    await content.folder.write(AUTHORS, real)
    await expect(content.import()).rejects.toThrow(
      'E-IN-USE a-visitor is missing, but is the author of 1 articles',
    )

    await content.commit('DELETE', '/articles/mine')
    await content.import()
    expect(await rosterOf(content)).not.toContain('a-visitor')
    expect(await content.pageModel('/authors/a-visitor')).toMatchObject({ status: 'unknown' })
    expect(await content.pageModel('/articles/mine')).toMatchObject({
      status: 'gone',
      page: { kind: 'gone' },
    })

    // It comes back with somebody else's name, and not with none.
    expect((await content.edit('PUT', '/articles/mine', draft)).statusCode).toBe(400)
    await content.commit('PUT', '/articles/mine', articleDraft())
    expect(await content.pageModel('/articles/mine')).toMatchObject({
      status: 'found',
      page: { author: { path: '/authors/eleanor-whitcombe' } },
    })
  })
})
