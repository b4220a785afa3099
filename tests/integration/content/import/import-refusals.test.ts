import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { describe, expect } from 'vitest'
import { parse } from 'yaml'
import {
  ContentError,
  describeProblem,
} from '../../../../services/content/folder/content-problem.ts'
import { importContent } from '../../../../services/content/import/import-content.ts'
import { type TestContent, contentTest as test } from '../../../support/content/content-service.ts'
import { readAllRows } from '../../../support/content/table-rows.ts'

const ARTICLES = 'articles/en_US'
const FILE = `${ARTICLES}/what-a-bond-is-and-why-its-price-moves.md`
const CATEGORIES = 'categories/en_US.yaml'
const AUTHORS = 'authors/en_US.yaml'

const read = ({ folder }: TestContent, file: string) =>
  readFile(path.join(folder.folder, file), 'utf8')

async function rewrite(content: TestContent, file: string, from: string | RegExp, to: string) {
  const before = await read(content, file)
  const after = before.replace(from, to)
  if (after === before) throw new Error(`${file} does not say ${from}`)
  await content.folder.write(file, after)
}

/** The problems that an import finds, as `file:line: message`; fails when it finds none. */
async function problemsOf(content: TestContent): Promise<string[]> {
  const before = await readAllRows(content.db)
  const error: unknown = await content.import().then(
    () => new Error('it was imported'),
    (reason: unknown) => reason,
  )
  expect(await readAllRows(content.db)).toEqual(before)
  if (!(error instanceof ContentError)) throw error
  for (const problem of error.problems) expect(error.message).toContain(describeProblem(problem))
  return error.problems.map(({ file, line, message }) => `${file}:${line}: ${message}`)
}

const article = (fields: string, body = 'Text.') => `---\n${fields}\n---\n\n${body}\n`

describe('importing a folder with mistakes', () => {
  test('reports all of them at once, with file and line, and writes nothing', async ({
    empty: content,
  }) => {
    await content.folder.write(`${ARTICLES}/a.md`, 'No front matter')
    await content.folder.write(`${ARTICLES}/b.md`, article('title: B\nauthor: "Eleanor'))
    await content.folder.write(`${ARTICLES}/c.md`, article('title: C\nslug: Not A Slug'))
    await rewrite(content, 'site.yaml', 'pageSize: 12', 'pageSize: many')
    await rewrite(content, AUTHORS, /meta_title: .*/, 'meta_titel: x')
    await rewrite(content, 'page-seo/en_US.yaml', 'sitemap:', 'sitemapp:')
    await rewrite(content, 'info/en_US/terms.md', /^updatedAt:.*$/m, 'updatedAt: yesterday')
    await rewrite(content, CATEGORIES, 'fallback: other-resources', 'fallback: Other Resources')

    expect(await problemsOf(content)).toEqual([
      `${ARTICLES}/a.md:1: must begin with front matter between two lines of three hyphens`,
      expect.stringMatching(/articles\/en_US\/b\.md:[34]: is not valid YAML: /),
      `${ARTICLES}/c.md:2: entities is missing`,
      expect.stringMatching(/articles\/en_US\/c\.md:3: slug must be .*"not-a-slug"$/),
      expect.stringMatching(/^authors\/en_US\.yaml:2: 0\.meta_title is missing$/),
      expect.stringMatching(/^authors\/en_US\.yaml:\d+: 0\.meta_titel is not a known field$/),
      expect.stringMatching(/^categories\/en_US\.yaml:5: 0\.fallback must /),
      expect.stringMatching(/^info\/en_US\/terms\.md:5: updatedAt /),
      expect.stringMatching(/^page-seo\/en_US\.yaml:\d+: sitemap is missing$/),
      expect.stringMatching(/^page-seo\/en_US\.yaml:\d+: sitemapp is not a known field$/),
      'site.yaml:6: constants.pageSize must be integer; the text "many" stands there',
    ])
  })

  // M-135, M-307
  test('refuses an article without entities, unless defaults are requested [M-135]', async ({
    content,
  }) => {
    await content.folder.write(
      'articles/en_US/homeless.md',
      '---\ntitle: Homeless\nslug: homeless\n---\n\nText.\n',
    )
    const options = {
      folder: content.folder.folder,
      locale: 'en_US',
      now: content.clock.now,
    } as const
    await expect(importContent(content.db, options)).rejects.toThrow(
      /homeless\.md:\d+: E-NO-ENTITY/,
    )

    await importContent(content.db, { ...options, defaultEntities: true })
    const { entities } = (await content.edit('GET', '/articles/homeless')).json()
    expect(entities).toEqual((await content.edit('GET', '/default-entities')).json().entities)
  })

  test('reports why its database does not start, while it reads files', async ({ content }) => {
    const { folder } = content.folder
    const options = { folder, locale: 'en_US', now: content.clock.now } as const
    const starting = Promise.reject(new Error('The disk is full'))
    await expect(importContent(starting, options)).rejects.toThrow('The disk is full')
    const started = Promise.resolve(content.db)
    expect(await importContent(started, options)).toMatchObject({ changed: false })
  })

  test('refuses an invalid address of a sister site', async ({ content }) => {
    const site = parse(await read(content, 'site.yaml'))
    const texts = { title: 'T', tagline: 'T', disclaimer: 'T' }
    for (const [locale, address] of [
      ['ru_RU', 'https://ru.example/money'],
      ['tr_TR', 'tr.example'],
    ]) {
      site.locales[locale ?? ''] = { ...texts, address }
    }
    await content.folder.write('site.yaml', JSON.stringify(site, null, 2))

    const problem = (locale: string, address: string) =>
      expect.stringMatching(
        RegExp(`^site\\.yaml:\\d+: locales\\.${locale}\\.address "${address}" is not the address`),
      )
    expect(await problemsOf(content)).toEqual([
      problem('ru_RU', 'https://ru.example/money'),
      problem('tr_TR', 'tr.example'),
    ])
  })

  test('suggests similar names [M-306]', async ({ content }) => {
    const body = '\nslug: mine\ntitle: Mine\n'
    await content.folder.write(
      `${ARTICLES}/mine.md`,
      article(
        `author: Elenor Whitcombe${body}publishedAt: 2024-01-01\nentities:
  - category: expert-advise
  - category: product-reviews
    subcategories:
      - subcategory: etf`,
        '',
      ),
    )
    await rewrite(content, FILE, /^author:.*$/m, 'author: Nobody We Know')

    expect(await problemsOf(content)).toEqual([
      `${ARTICLES}/mine.md:2: author "Elenor Whitcombe" is not a known author; did you mean "Eleanor Whitcombe"?`,
      `${ARTICLES}/mine.md:5: publishedAt must not be before 2024-11-07`,
      `${ARTICLES}/mine.md:7: entities.0.category "expert-advise" is not a known category; did you mean "expert-advice"?`,
      `${ARTICLES}/mine.md:10: entities.1.subcategories.0.subcategory "etf" is not a known subcategory of product-reviews; did you mean "etfs"?`,
      expect.stringMatching(/mine\.md:12: body /),
      expect.stringMatching(
        /^articles\/en_US\/what-a-bond.*:\d+: author "Nobody We Know" is not a known author$/,
      ),
    ])
  })

  test('refuses a third level in the tree of categories [M-310]', async ({ content }) => {
    await rewrite(
      content,
      CATEGORIES,
      / {4}- slug: market-trends\n/,
      '    - slug: market-trends\n      children: [{ slug: a, title: A, description: A. }]\n',
    )
    expect(await problemsOf(content)).toEqual([expect.stringMatching(/^categories\/en_US\.yaml:/)])
  })

  test('refuses to remove categories with articles', async ({ content }) => {
    await rewrite(content, CATEGORIES, / {4}- slug: terms-and-definitions\n.*\n.*\n/, '')
    await rewrite(content, AUTHORS, 'name: Marcus Adeyemi', 'name: Markus Adeyemi')

    const problems = await problemsOf(content)
    expect(problems).toContainEqual(
      expect.stringMatching(
        /\.md:\d+: entities\.0\.subcategories\.0\.subcategory "terms-and-definitions" is not a known subcategory of investment-dictionaries/,
      ),
    )
    expect(problems).toContainEqual(
      expect.stringContaining(
        'author "Marcus Adeyemi" is not a known author; did you mean "Markus Adeyemi"?',
      ),
    )
  })

  test('refuses to remove categories with articles of the API only', async ({ content }) => {
    await rewrite(
      content,
      CATEGORIES,
      / {4}- slug: market-trends\n/,
      '    - slug: soon-gone\n      title: Soon gone\n      description: x\n    - slug: market-trends\n',
    )
    await content.folder.write(
      AUTHORS,
      `${await read(content, AUTHORS)}- name: A Visitor\n  slug: a-visitor\n  description: x\n  meta_title: x\n  meta_description: x\n`,
    )
    await content.import()
    await content.commit('PUT', '/articles/mine', {
      title: 'Mine',
      author: 'A Visitor',
      body: 'Text.',
      entities: [{ category: 'expert-advice', subcategories: [{ subcategory: 'soon-gone' }] }],
    })
    await rewrite(content, CATEGORIES, / {4}- slug: soon-gone\n.*\n.*\n/, '')
    await rewrite(content, AUTHORS, /- name: A Visitor\n(?: .*\n)+/, '')

    expect(await problemsOf(content)).toEqual([
      `${AUTHORS}:1: a-visitor is missing, but is the author of 1 articles`,
      `${CATEGORIES}:1: expert-advice/soon-gone is missing, but 1 articles are filed under it`,
    ])
  })

  test('refuses to change the slug of an author with articles', async ({ content }) => {
    await rewrite(content, AUTHORS, 'slug: marcus-adeyemi', 'slug: m-adeyemi')

    expect(await problemsOf(content)).toEqual([
      expect.stringMatching(
        /^authors\/en_US\.yaml:1: marcus-adeyemi is missing, but is the author of \d+ articles$/,
      ),
    ])
  })

  test('refuses duplicates [M-303]', async ({ content }) => {
    const again = await read(content, FILE)
    await content.folder.write(`${ARTICLES}/zz-again.md`, again)
    expect(await problemsOf(content)).toEqual([
      `${ARTICLES}/zz-again.md:3: slug "what-a-bond-is-and-why-its-price-moves" is also the slug of ${FILE}`,
    ])
    await content.folder.remove(`${ARTICLES}/zz-again.md`)

    await rewrite(content, AUTHORS, 'slug: marcus-adeyemi', 'slug: eleanor-whitcombe')
    await rewrite(content, CATEGORIES, 'slug: expert-advice', 'slug: articles')
    await rewrite(content, CATEGORIES, 'slug: market-trends', 'slug: risk-management')
    const terms = await read(content, 'info/en_US/terms.md')
    await content.folder.write('info/en_US/zz-terms.md', terms)
    const problems = await problemsOf(content)
    for (const problem of [
      '"eleanor-whitcombe" is listed twice',
      '"articles" is a reserved address',
      '"risk-management" is listed twice under articles',
      'info/en_US/zz-terms.md:3: slug "terms" is also used by another info page',
      'info/en_US/zz-terms.md:4: path "/terms" is also used by another info page',
    ]) {
      expect(problems.join('\n')).toContain(problem)
    }
  })

  test('refuses slugs of other lists and pages', async ({ content }) => {
    await rewrite(content, CATEGORIES, 'slug: product-reviews', 'slug: all')
    await rewrite(content, CATEGORIES, 'slug: etfs', 'slug: letters')
    const problems = (await problemsOf(content)).join('\n')
    for (const slug of ['all', 'letters']) {
      expect(problems).toMatch(
        RegExp(`categories/en_US\\.yaml:\\d+: .*"${slug}" is a reserved address`),
      )
    }
  })

  test('refuses the first segments of routes', async ({ content }) => {
    await rewrite(content, CATEGORIES, 'slug: product-reviews', 'slug: og')
    await rewrite(content, 'info/en_US/terms.md', 'path: /terms', 'path: /sitemaps/terms')
    const problems = (await problemsOf(content)).join('\n')
    expect(problems).toMatch(/categories\/en_US\.yaml:\d+: .*"og" is a reserved address/)
    expect(problems).toMatch(
      /info\/en_US\/terms\.md:\d+: .*"\/sitemaps\/terms" is the address of another page/,
    )
  })

  test('refuses invisible characters, but not in parsed texts', async ({ content }) => {
    await rewrite(content, 'site.yaml', /tagline: .*/, 'tagline: "a\\u0007b"')
    await rewrite(content, FILE, /^title: .*$/m, 'title: "A\\x0cbond\\uffff"')
    await rewrite(content, FILE, /\n$/, ' \u0007\n')
    expect(await problemsOf(content)).toEqual([
      expect.stringMatching(/\.md:\d+: title has a character that nobody can read: U\+000C$/),
      expect.stringMatching(
        /^site\.yaml:\d+: .*tagline has a character that nobody can read: U\+0007$/,
      ),
    ])
    await rewrite(content, 'site.yaml', /tagline: .*/, 'tagline: "ab"')
    await rewrite(content, FILE, /^title: .*$/m, 'title: A bond')
    await content.import()
  })

  test('refuses an info page that has no title and description of its own [M-312]', async ({
    content,
  }) => {
    await content.folder.write(
      'info/en_US/cookies.md',
      article('title: Cookies\nslug: cookies\npath: /cookies\nupdatedAt: 2026-01-01T00:00:00Z'),
    )
    expect(await problemsOf(content)).toEqual([
      'info/en_US/cookies.md:3: slug "cookies" has no title and description in page-seo/en_US.yaml',
    ])
  })

  test('refuses missing files and files that are no text', async ({ content }) => {
    await content.folder.remove('page-seo/en_US.yaml')
    await content.folder.remove(AUTHORS)
    await content.folder.write('ads/en_US.json', '{"sapeData":{"sapeLinks":{"/":["\\u0000"]}}}')
    await content.folder.write(
      FILE,
      Buffer.from([0x2d, 0x2d, 0x2d, 0x0a, 0xff, 0xfe]).toString('latin1'),
    )

    const problems = await problemsOf(content)
    expect(problems).toContain('page-seo/en_US.yaml:1: is missing')
    expect(problems).toContain(`${AUTHORS}:1: is missing`)
    expect(problems.join('\n')).toMatch(/ads\/en_US\.json:1: .*cannot be stored/)
    expect(problems.join('\n')).toContain(`${FILE}:1: must begin with front matter`)
  })
})
