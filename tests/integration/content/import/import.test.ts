import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { sql } from 'kysely'
import { describe, expect } from 'vitest'
import { parse } from 'yaml'
import { importContent } from '../../../../services/content/import/import-content.ts'
import { type TestContent, contentTest as test } from '../../../support/content/content-service.ts'
import { readAllRows } from '../../../support/content/table-rows.ts'

const SLUG = 'what-a-bond-is-and-why-its-price-moves'
const FILE = `articles/en_US/${SLUG}.md`
const REAL = `/articles/${SLUG}`

/** Changes the text of a file of the content folder. */
async function rewrite(
  { folder }: TestContent,
  file: string,
  from: string | RegExp,
  to: string,
): Promise<void> {
  const before = await readFile(path.join(folder.folder, file), 'utf8')
  const after = before.replace(from, to)
  if (after === before) throw new Error(`${file} does not say ${from}`)
  await folder.write(file, after)
}

async function articleAt(content: TestContent, slug: string) {
  return content.db.selectFrom('article').selectAll().where('slug', '=', slug).executeTakeFirst()
}

const articleRows = async (content: TestContent) =>
  (await readAllRows(content.db)).article?.toSorted() ?? []

describe('importing the content folder', () => {
  test('imports everything as the first revision', async ({ empty: content }) => {
    const result = await content.import()

    expect(result).toMatchObject({ changed: true, revision: 1 })
    expect(result.articles).toBeGreaterThan(20)
    expect(result.changedArticles).toBe(result.articles)
    const rows = await readAllRows(content.db)
    const counts = Object.fromEntries(
      Object.entries(rows).map(([table, { length }]) => [table, length]),
    )
    expect(counts).toMatchObject({
      article: result.articles,
      category: 5,
      subcategory: 20,
      page_seo: 13,
      info_page: 3,
      change: 1,
    })
    expect(await content.pageModel('/')).toMatchObject({ status: 'found', revision: 1 })
  })

  test('links every page to the sites in other languages that have an address', async ({
    content,
  }) => {
    const site = parse(await readFile(path.join(content.folder.folder, 'site.yaml'), 'utf8'))
    const texts = { title: 'T', tagline: 'T', disclaimer: 'T' }
    site.locales.ru_RU = texts
    site.locales.tr_TR = { ...texts, address: 'https://tr.example' }
    await content.folder.write('site.yaml', JSON.stringify(site))
    const revision = await content.revision()
    await content.import()

    const tags = (await content.changesAfter(revision)).flatMap((change) => change.tags)
    // What articles there are is a matter of single pages.
    expect(tags.filter((tag) => !tag.startsWith('translations:'))).toEqual([
      'shell',
      'site-file:site.yaml',
    ])
    expect(await content.pageModel('/')).toMatchObject({
      shell: {
        site: {
          sisters: [{ locale: 'tr_TR', languageName: 'Türkçe', address: 'https://tr.example' }],
        },
      },
    })

    site.locales.tr_TR = texts
    await content.folder.write('site.yaml', JSON.stringify(site))
    await content.import()
    const model = await content.pageModel('/')
    expect(model.status === 'found' && 'sisters' in model.shell.site).toBe(false)
  })

  test('knows the tables that a text leads to, also once it has remarks enough', async ({
    empty: content,
  }) => {
    await rewrite(
      content,
      FILE,
      /$/,
      '\nSee [the prices](#prices).\n\n: Prices {#prices}\n\n| Year | Price |\n|---|---:|\n| 1 | $2 |\n',
    )
    const { folder } = content.folder
    await importContent(content.db, {
      folder,
      locale: 'en_US',
      now: content.clock.now,
      mostRemarks: 0,
    })
    expect((await articleAt(content, SLUG))?.body_html).toContain('href="#prices"')
  })

  test('writes nothing when it is repeated', async ({ content }) => {
    const before = await readAllRows(content.db)
    const result = await content.import()

    expect(result).toMatchObject({ changed: false, revision: 1, changedArticles: 0 })
    expect(await readAllRows(content.db)).toEqual(before)
  })

  test('changes only the article whose file changed', async ({ content }) => {
    const before = await articleRows(content)
    await rewrite(content, FILE, /^title:.*$/m, 'title: Bonds, written anew')
    const result = await content.import()

    expect(result).toMatchObject({ changed: true, revision: 2, changedArticles: 1 })
    const after = await articleRows(content)
    expect(after.filter((row) => !before.includes(row))).toHaveLength(1)
    expect(await articleAt(content, SLUG)).toMatchObject({
      title: 'Bonds, written anew',
      revision: 2,
    })
  })

  test('makes no revision for a file with the same content in other bytes', async ({ content }) => {
    await rewrite(content, FILE, /\n---\n\n/, '\n---\n\n\n')

    expect(await content.import()).toMatchObject({ changed: false, revision: 1 })
    expect(await content.import()).toMatchObject({ changedArticles: 0 })
  })

  test('leaves a redirect where a file changes its slug', async ({ content }) => {
    const before = await articleAt(content, SLUG)
    await content.folder.unlink()
    await rewrite(content, FILE, `slug: ${SLUG}`, 'slug: bonds')
    await content.import()

    expect(await articleAt(content, 'bonds')).toMatchObject({ id: before?.id })
    expect(await content.pageModel(REAL)).toMatchObject({
      status: 'moved',
      location: '/articles/bonds',
    })
  })

  test('withdraws an article whose file was removed, and publishes it again with the file', async ({
    content,
  }) => {
    const text = await readFile(path.join(content.folder.folder, FILE), 'utf8')
    const before = await articleAt(content, SLUG)
    await content.folder.unlink()
    await content.folder.remove(FILE)
    expect(await content.import()).toMatchObject({ changed: true, revision: 2 })
    expect(await content.pageModel(REAL)).toMatchObject({ status: 'gone' })
    expect(await content.import()).toMatchObject({ changed: false })

    await content.folder.write(FILE, text)
    await content.import()
    expect(await content.pageModel(REAL)).toMatchObject({ status: 'found' })
    expect(await articleAt(content, SLUG)).toMatchObject({ id: before?.id })
  })

  test('identifies an article whose file was renamed', async ({ content }) => {
    const before = await articleRows(content)
    const text = await readFile(path.join(content.folder.folder, FILE), 'utf8')
    await content.folder.remove(FILE)
    await content.folder.write('articles/en_US/renamed.md', text)
    await content.import()

    expect(await articleRows(content)).toEqual(before)
    await content.folder.unlink()
    await content.folder.remove('articles/en_US/renamed.md')
    await content.import()
    expect(await articleAt(content, SLUG)).toMatchObject({ status: 'gone' })
  })

  test('keeps what was edited through the API, also when the file changes', async ({ content }) => {
    await content.commit('PATCH', REAL, { title: 'From the editor', slug: 'bonds' })
    expect(await content.import()).toMatchObject({ changed: false })
    expect(await articleAt(content, 'bonds')).toMatchObject({ title: 'From the editor' })

    await rewrite(content, FILE, /^description:.*$/m, 'description: From the file.')
    await content.import()
    expect(await articleAt(content, 'bonds')).toMatchObject({
      title: 'From the editor',
      description: 'From the file.',
    })
    expect(await content.pageModel(REAL)).toMatchObject({ location: '/articles/bonds' })
  })

  test('keeps articles that exist in the API only', async ({ content }) => {
    const { title, author, body, entities } = (await content.edit('GET', REAL)).json()
    await content.commit('PUT', '/articles/mine', { title, author, body, entities })
    await rewrite(content, FILE, /^title:.*$/m, 'title: Other')
    await content.import()

    expect(await articleAt(content, 'mine')).toMatchObject({ title, status: 'published' })
  })

  test('handles a chain of files that take each other’s slugs', async ({ content }) => {
    const [a, b] = ['how-a-broad-index-etf-works', SLUG]
    const titles = [await articleAt(content, a), await articleAt(content, b)].map(
      (article) => article?.title,
    )
    await content.folder.unlink()
    await rewrite(content, `articles/en_US/${a}.md`, `slug: ${a}`, `slug: ${b}`)
    await rewrite(content, FILE, `slug: ${b}`, 'slug: last-of-the-chain')
    await content.import()

    expect(await articleAt(content, b)).toMatchObject({ title: titles[0], status: 'published' })
    expect(await articleAt(content, 'last-of-the-chain')).toMatchObject({ title: titles[1] })
    expect(await content.pageModel(`/articles/${a}`)).not.toMatchObject({ status: 'found' })
    expect(await content.import()).toMatchObject({ changed: false, changedArticles: 0 })
  })

  test('swaps two articles whose files swap their slugs', async ({ content }) => {
    const [a, b] = ['how-a-broad-index-etf-works', SLUG]
    const titles = [await articleAt(content, a), await articleAt(content, b)].map(
      (article) => article?.title,
    )
    await rewrite(content, `articles/en_US/${a}.md`, `slug: ${a}`, `slug: ${b}`)
    await rewrite(content, FILE, `slug: ${b}`, `slug: ${a}`)
    await content.import()

    expect(await articleAt(content, b)).toMatchObject({ title: titles[0], status: 'published' })
    expect(await articleAt(content, a)).toMatchObject({ title: titles[1], status: 'published' })
    expect(await content.import()).toMatchObject({ changed: false, changedArticles: 0 })
  })

  test('moves articles and removes their former subcategory and author, in one import', async ({
    content,
  }) => {
    const categories = 'categories/en_US.yaml'
    const authors = 'authors/en_US.yaml'
    const author = {
      slug: 'a-visitor',
      name: 'A Visitor',
      description: 'x',
      meta_title: 'x',
      meta_description: 'x',
    }
    const real = await readFile(path.join(content.folder.folder, authors), 'utf8')
    await content.folder.write(authors, `${real}${toYaml([author])}`)
    await rewrite(
      content,
      categories,
      /- slug: terms-and-definitions\n/,
      '- slug: soon-gone\n      title: Soon gone\n      description: x\n    - slug: terms-and-definitions\n',
    )
    await rewrite(content, FILE, /^author:.*$/m, 'author: A Visitor')
    await rewrite(content, FILE, /subcategory: terms-and-definitions/, 'subcategory: soon-gone')
    await content.import()
    expect(await articleAt(content, SLUG)).toMatchObject({ author: 'a-visitor' })

    await content.folder.write(authors, real)
    await rewrite(content, categories, /- slug: soon-gone\n.*\n.*\n\s*/, '')
    await rewrite(content, FILE, /^author:.*$/m, 'author: Marcus Adeyemi')
    await rewrite(content, FILE, /subcategory: soon-gone/, 'subcategory: terms-and-definitions')
    await content.import()
    expect(await articleAt(content, SLUG)).toMatchObject({ author: 'marcus-adeyemi' })
    expect(await content.pageModel('/authors/a-visitor')).toMatchObject({ status: 'unknown' })
    expect(await content.pageModel('/investment-dictionaries/soon-gone')).toMatchObject({
      status: 'unknown',
    })
  })

  test('renders again what an older renderer rendered, and reports it', async ({ content }) => {
    const before = await content.pageModel(REAL)
    await content.db
      .updateTable('article')
      .set({ renderer_version: 0, body_html: 'old', word_count: 9999 })
      .where('slug', '=', SLUG)
      .execute()
    expect(await content.import()).toMatchObject({ changed: true, revision: 2 })

    const after = await content.pageModel(REAL)
    expect({ ...after, revision: 1 }).toEqual(before)
    const [change] = await content.changesAfter(1)
    const { id } = (await articleAt(content, SLUG)) ?? {}
    // The terms that it mentions were forgotten with the text in which they stood.
    expect(change?.tags).toEqual([
      ...[`article:${id}`, `card:${id}`, `chart:${id}`, `feed-entry:${id}`, `first-example:${id}`],
      `mentions:${id}`,
      'term-page:duration',
      'tools',
    ])
  })

  test('leaves nothing behind when its connection breaks half-way [F6]', async ({ content }) => {
    const before = await readAllRows(content.db)
    await rewrite(content, FILE, /^title:.*$/m, 'title: Other')
    const blocker = await content.db.startTransaction().execute()
    await sql`lock table source_file in exclusive mode`.execute(blocker)

    const importing = content.import()
    const outcome = expect(importing).rejects.toThrow()
    const waiting = sql<{ pid: number }>`
      select pid from pg_stat_activity
      where datname = current_database() and wait_event_type = 'Lock'
    `
    await expect.poll(async () => (await waiting.execute(content.db)).rows).toHaveLength(1)
    await sql`select pg_terminate_backend(pid) from (${waiting}) as found`.execute(content.db)
    await outcome
    await blocker.rollback().execute()

    expect(await readAllRows(content.db)).toEqual(before)
    expect(await content.import()).toMatchObject({ changed: true, revision: 2, changedArticles: 1 })
  })
})

const toYaml = (entries: Record<string, string>[]) =>
  entries
    .map((entry) =>
      Object.entries(entry)
        .map(([key, value], index) => `${index === 0 ? '- ' : '  '}${key}: ${value}\n`)
        .join(''),
    )
    .join('')
