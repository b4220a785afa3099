import { readdir } from 'node:fs/promises'
import path from 'node:path'
import { sql } from 'kysely'
import { Value } from 'typebox/value'
import { describe, expect } from 'vitest'
import { parse } from 'yaml'
import { MAX_NAMED_TERMS } from '../../../../services/content/library/named-terms.ts'
import { NameList } from '../../../../services/shared/contracts/change.ts'
import { NAMES_TAG } from '../../../../services/shared/contracts/tags.ts'
import {
  articleDraft,
  type TestContent,
  contentTest as test,
} from '../../../support/content/content-service.ts'

const PLAIN = '/articles/how-to-judge-an-investing-app'
const ENTRY = '/articles/entry'
const TERM = { term: 'quillnote', also: ['quillnotes'], definition: 'A note by a quill.' }
const entry = (changes: object = {}) =>
  articleDraft({ title: 'Quills', body: 'It explains.', terms: [TERM], ...changes })

async function namesOf({ app }: TestContent): Promise<NameList> {
  const answer = await app.inject('/names')
  expect(answer.statusCode).toBe(200)
  return Value.Parse(NameList, answer.json())
}

const termsAt = async (content: TestContent, article: string) =>
  (await namesOf(content)).terms.filter((term) => term.article.path === article)

/** What the files of the folder say, by their own order. */
async function namesInFiles({ folder }: TestContent) {
  const authors: { name: string; slug: string }[] = parse(await folder.read('authors/en_US.yaml'))
  const categories: {
    title: string
    slug: string
    children: { title?: string; slug: string }[]
  }[] = parse(await folder.read('categories/en_US.yaml'))
  const terms: object[] = []
  for (const file of await readdir(path.join(folder.folder, 'articles/en_US'))) {
    const [, head = ''] = (await folder.read(`articles/en_US/${file}`)).split(/^---$/m)
    const { title, slug, terms: explained = [] } = parse(head)
    for (const { term, also = [], definition } of explained) {
      const article = { title, path: `/articles/${slug}` }
      if (definition === undefined) continue
      const path = `/terms/${term
        .toLowerCase()
        .replace(/[^a-z0-9]+/g, '-')
        .replace(/-$/, '')}`
      terms.push({ forms: [term, ...also], article, path, definition })
    }
  }
  return { authors, categories, terms }
}

/** Does something, and tells what the list says afterwards. @returns whether the tag was touched */
async function isToldOf(content: TestContent, edit: () => Promise<unknown>): Promise<boolean> {
  const [before, revision] = [await namesOf(content), await content.revision()]
  await edit()
  const after = await namesOf(content)
  const tags = (await content.changesAfter(revision)).flatMap((change) => change.tags)
  expect(tags).not.toEqual([])
  expect(after).toMatchObject({ feed: before.feed, revision: await content.revision() })

  const listOf = ({ authors, categories, terms }: NameList) => ({ authors, categories, terms })
  const isTold = tags.includes(NAMES_TAG)
  if (isTold) expect(listOf(after)).not.toEqual(listOf(before))
  else expect(listOf(after)).toEqual(listOf(before))
  return isTold
}

async function rewrite(
  content: TestContent,
  file: string,
  from: string | RegExp,
  to: string,
): Promise<void> {
  const text = await content.folder.read(file)
  const rewritten = text.replace(from, to)
  expect(rewritten).not.toBe(text)
  await content.folder.write(file, rewritten)
  await content.import()
}

const VISITOR =
  '- name: A Visitor\n  slug: a-visitor\n  description: x\n  meta_title: x\n  meta_description: x\n'

describe('the list of names', () => {
  test('has authors, categories and terms', async ({ shared: content }) => {
    const files = await namesInFiles(content)
    const { feed, revision, authors, categories, terms } = await namesOf(content)
    const [change] = await content.changesAfter(revision - 1)
    expect(change?.revision).toBe(revision)
    expect(feed).toMatch(/^[0-9a-f-]{36}$/)

    const paths = files.authors.map(({ name, slug }) => ({ title: name, path: `/authors/${slug}` }))
    expect(authors.length).toBeGreaterThanOrEqual(40)
    expect(new Set(authors)).toEqual(new Set(paths))
    expect((await content.pageModel(authors[0]?.path ?? '')).status).toBe('found')

    const [first] = files.categories
    expect(categories.slice(0, 5).map(({ path }) => path)).toEqual(
      files.categories.map(({ slug }) => `/${slug}`),
    )
    expect(categories[0]).toEqual({ title: first?.title, path: `/${first?.slug}` })
    expect(categories.slice(5).map(({ path }) => path)).toEqual(
      files.categories.flatMap(({ slug, children }) =>
        children.map((child) => `/${slug}/${child.slug}`),
      ),
    )

    expect(terms.length).toBeGreaterThan(50)
    expect(terms).toHaveLength(files.terms.length)
    expect(new Set(terms)).toEqual(new Set(files.terms))
    expect((await namesOf(content)).terms).toEqual(terms)
  })

  test('leaves out words that only mean something else in their article', async ({ content }) => {
    const terms = [TERM, { term: 'inkrate', also: ['inkrates'] }]
    await content.commit('PUT', ENTRY, entry({ terms }))
    expect(await termsAt(content, ENTRY)).toEqual([
      {
        forms: ['quillnote', 'quillnotes'],
        article: { title: 'Quills', path: ENTRY },
        path: '/terms/quillnote',
        definition: TERM.definition,
      },
    ])
  })

  test('is empty before the first import', async ({ empty }) => {
    expect(await namesOf(empty)).toMatchObject({ authors: [], categories: [], terms: [] })
    const revision = await empty.revision()
    await empty.import()
    const [change] = await empty.changesAfter(revision)
    expect(change?.tags).toContain(NAMES_TAG)
  })

  test('has the terms of the first articles by date, whenever they were imported', async ({
    empty,
  }) => {
    const { folder } = empty
    await folder.unlink()
    const files = await readdir(path.join(folder.folder, 'articles/en_US'))
    for (const file of files) await folder.remove(`articles/en_US/${file}`)
    await empty.import()
    const revision = await empty.revision()
    const terms = '  - term: quillnote\n    definition: A note.'
    const article = `---\ntitle: Quills\nslug: entry\nterms:\n${terms}\nentities:\n  - category: expert-advice\n---\n\nText.\n`
    await folder.write('articles/en_US/entry.md', article)
    await empty.import()
    expect(await termsAt(empty, ENTRY)).toHaveLength(1)
    expect((await empty.changesAfter(revision))[0]?.tags).toContain(NAMES_TAG)
  })

  test('is bounded, always with the same terms', async ({ content }) => {
    await sql`
      insert into term (id, article, position, term, also, definition)
        select gen_random_uuid(), id, 100 + number, 'term ' || number, '{}', 'One of many.'
          from article, generate_series(1, ${MAX_NAMED_TERMS / 4}::integer) as number
          where slug in (select slug from article order by slug limit 5)
    `.execute(content.db)
    const { terms } = await namesOf(content)
    expect(terms).toHaveLength(MAX_NAMED_TERMS)
    expect((await namesOf(content)).terms).toEqual(terms)
  })
})

describe('followers of the names are notified of', () => {
  test('a term, its other forms and their order, and what it means', async ({ content }) => {
    const patch = (terms: object[]) =>
      isToldOf(content, () => content.commit('PATCH', ENTRY, { terms }))
    const other = { ...TERM, term: 'inkrate', also: [] }

    expect(await isToldOf(content, () => content.commit('PUT', ENTRY, entry()))).toBe(true)
    expect(await patch([{ ...TERM, also: ['quillnotes', 'QN'] }])).toBe(true)
    expect((await termsAt(content, ENTRY))[0]?.forms).toEqual(['quillnote', 'quillnotes', 'QN'])
    expect(await patch([{ ...TERM, also: ['QN', 'quillnotes'] }])).toBe(true)
    expect(await patch([TERM, other])).toBe(true)
    expect(await patch([other, TERM])).toBe(true)
    expect(await patch([other, { ...TERM, definition: 'Another definition.' }])).toBe(true)
    expect(await patch([other, TERM])).toBe(true)
    expect(await patch([other, TERM, { term: 'par' }])).toBe(false)
    expect(await patch([other, { term: TERM.term }])).toBe(true)
    expect(await patch([])).toBe(true)
  })

  test('the title, address, withdrawal and return of an article that explains some', async ({
    content,
  }) => {
    const edit = (method: 'PUT' | 'PATCH' | 'DELETE', path: string, body?: object) =>
      isToldOf(content, () => content.commit(method, path, body))
    await content.commit('PUT', ENTRY, entry())

    expect(await edit('PATCH', ENTRY, { title: 'All quills' })).toBe(true)
    expect(await edit('PATCH', ENTRY, { slug: 'quills' })).toBe(true)
    const [term] = await termsAt(content, '/articles/quills')
    expect(term?.article).toEqual({ title: 'All quills', path: '/articles/quills' })
    for (const changes of [
      { body: 'Another text.' },
      { description: 'Another summary.' },
      { author: 'Marcus Adeyemi', publishedAt: '2025-01-01T00:00:00Z' },
      { entities: [{ category: 'product-reviews' }], favorite: true },
    ]) {
      expect(await edit('PATCH', '/articles/quills', changes), JSON.stringify(changes)).toBe(false)
    }
    expect(await edit('DELETE', '/articles/quills')).toBe(true)
    expect(await termsAt(content, '/articles/quills')).toEqual([])
    expect(await edit('PUT', '/articles/quills', entry())).toBe(true)
    expect(await termsAt(content, '/articles/quills')).toHaveLength(1)
    await content.commit('DELETE', '/articles/quills')
    expect(await edit('PUT', '/articles/quills', articleDraft())).toBe(false)
  })

  test('no change of an article without terms', async ({ content }) => {
    const edits: ['PUT' | 'PATCH' | 'DELETE', string, object?][] = [
      ['PUT', '/articles/mine', articleDraft()],
      ['PATCH', '/articles/mine', { title: 'Another title', slug: 'ours' }],
      ['DELETE', '/articles/ours'],
      ['PATCH', PLAIN, { title: 'Another title' }],
      ['DELETE', PLAIN],
      ['PUT', '/ads', { sapeData: { sapeLinks: { '/': ['<a href="https://a.example">x</a>'] } } }],
    ]
    for (const [method, url, body] of edits) {
      const isTold = await isToldOf(content, () => content.commit(method, url, body))
      expect(isTold, `${method} ${url}`).toBe(false)
    }
  })

  test('authors, but not of their roles or numbers of articles', async ({ content }) => {
    const AUTHORS = 'authors/en_US.yaml'
    const inFile = (from: string | RegExp, to: string) =>
      isToldOf(content, () => rewrite(content, AUTHORS, from, to))

    expect(await inFile(/^/, VISITOR)).toBe(true)
    expect(await inFile('name: A Visitor', 'name: A Guest')).toBe(true)
    expect((await namesOf(content)).authors).toContainEqual({
      title: 'A Guest',
      path: '/authors/a-visitor',
    })
    expect(await inFile('description: x', 'description: y')).toBe(false)
    expect(await inFile('slug: a-visitor', 'slug: a-guest')).toBe(true)
    expect(await inFile(/^- name: A Guest\n(?: .*\n)+/, '')).toBe(true)
    expect((await namesOf(content)).authors.map(({ title }) => title)).not.toContain('A Guest')
  })

  test('categories and subcategories, but not of their descriptions', async ({ content }) => {
    const CATEGORIES = 'categories/en_US.yaml'
    const inFile = (file: string, from: string | RegExp, to: string) =>
      isToldOf(content, () => rewrite(content, file, from, to))
    const CHILD = '- slug: quills\n      title: Quills\n      description: x\n    '

    expect(await inFile(CATEGORIES, 'title: Expert advice', 'title: Advice')).toBe(true)
    expect((await namesOf(content)).categories).toContainEqual({
      title: 'Advice',
      path: '/expert-advice',
    })
    expect(await inFile(CATEGORIES, '- slug: market-trends', `${CHILD}- slug: market-trends`)).toBe(
      true,
    )
    expect(await inFile(CATEGORIES, 'title: Quills', 'title: All quills')).toBe(true)
    expect(await inFile(CATEGORIES, 'description: x', 'description: y')).toBe(false)
    expect(await inFile(CATEGORIES, /- slug: quills\n.*\n.*\n {4}/, '')).toBe(true)
    // Header and footer differ by it, and the menu does not.
    expect(await inFile('site.yaml', /^( +)title: .*$/m, '$1title: Another')).toBe(false)
  })

  test('terms of added, changed and removed files', async ({ content }) => {
    const FILE = 'articles/en_US/what-a-bond-is-and-why-its-price-moves.md'
    const inFile = (from: string | RegExp, to: string) =>
      isToldOf(content, () => rewrite(content, FILE, from, to))
    await content.folder.unlink()
    await content.import()

    expect(await inFile(/^ {2}- term: (.*)$/m, '  - term: quill $1')).toBe(true)
    expect(await inFile(/^title: .*$/m, 'title: Bonds, written anew')).toBe(true)
    expect(await inFile(/\n$/, '\n\nOne more paragraph.\n')).toBe(false)
    const isTold = await isToldOf(content, async () => {
      await content.folder.remove(FILE)
      await content.import()
    })
    expect(isTold).toBe(true)
  })
})
