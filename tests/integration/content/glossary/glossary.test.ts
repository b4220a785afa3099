import pg from 'pg'
import { describe, expect, vi } from 'vitest'
import { listenForChanges } from '../../../../services/content/changes/change-signal.ts'
import {
  isRelinkDue,
  RELINKED_AT_ONCE,
  relinkAll,
  relinkSome,
} from '../../../../services/content/edits/relink.ts'
import { relinkInBackground } from '../../../../services/content/edits/relink-in-background.ts'
import { MAX_MENTIONS } from '../../../../services/shared/contracts/page.ts'
import {
  articleDraft,
  type TestContent,
  contentTest as test,
} from '../../../support/content/content-service.ts'
import { spawnService } from '../../../support/machine/processes.ts'

const LOCALE = 'en_US'
/** Words that the site's own content has nowhere. */
const [QUILL, INK] = ['quillnote', 'inkrate']

const explain = (term: string, more: object = {}) => ({
  term,
  definition: `What ${term} is.`,
  ...more,
})

/** An article that explains terms. */
const entry = (terms: object[], changes: object = {}) =>
  articleDraft({ title: 'An entry', body: 'It explains.', terms, ...changes })

/** What the page of an article shows of terms: the linked words, by address. */
async function linksOn({ pageModel }: TestContent, slug: string) {
  const model = await pageModel(`/articles/${slug}`)
  if (model.status !== 'found' || model.page.kind !== 'article') throw new Error(slug)
  const { bodyHtml, terms = [] } = model.page.article
  const links = [...bodyHtml.matchAll(/<a class="term" href="([^"]+)"[^>]*>([^<]*)<\/a>/g)]
  // Each leads to the page of its term, which leads on to the article.
  expect(links.map(([, path]) => path)).toEqual(terms.map(({ path }) => path))
  return {
    links: links.map(([, , words], at) => `${words} → ${terms[at]?.article.path}`),
    terms: terms.map(({ term, definition, article }) => [term, definition, article.path]),
  }
}

const settle = ({ db }: TestContent) => relinkAll(db, LOCALE)

const tagsSince = async ({ changesAfter }: TestContent, revision: number) =>
  (await changesAfter(revision)).flatMap(({ tags }) => tags)

/** Not of the pages of terms, which say where their terms are used. */
const isOfText = (tag: string) => !tag.startsWith('term-page:')

const textTagsSince = async (content: TestContent, revision: number) =>
  (await tagsSince(content, revision)).filter(isOfText)

describe('a new term', () => {
  test('is linked at once in later texts, and by the sweep in older ones', async ({ content }) => {
    await content.commit('PUT', '/articles/older', articleDraft({ body: `A ${QUILL} here.` }))
    const before = await content.revision()
    await content.commit('PUT', '/articles/entry', entry([explain(QUILL)]))
    // Publishing it concerns no older page of a text.
    expect(
      (await tagsSince(content, before)).filter((tag) => /^(?:term|mentions):/.test(tag)),
    ).toEqual([])
    expect((await linksOn(content, 'older')).links).toEqual([])

    await content.commit(
      'PUT',
      '/articles/later',
      articleDraft({ body: `Two ${QUILL.toUpperCase()}` }),
    )
    expect((await linksOn(content, 'later')).links).toEqual([
      `${QUILL.toUpperCase()} → /articles/entry`,
    ])

    const sweepBegins = await content.revision()
    await settle(content)
    expect(await linksOn(content, 'older')).toEqual({
      links: [`${QUILL} → /articles/entry`],
      terms: [[QUILL, `What ${QUILL} is.`, '/articles/entry']],
    })
    const [tag = '', ...others] = await textTagsSince(content, sweepBegins)
    expect(others).toEqual([])
    expect(tag).toMatch(/^mentions:/)
    expect(await isRelinkDue(content.db)).toBe(false)
  })

  test('is linked once in an article, and of many terms the first eight are', async ({
    content,
  }) => {
    const names = Array.from({ length: 12 }, (_, index) => `${QUILL}${index}`)
    await content.commit(
      'PUT',
      '/articles/entry',
      entry(names.slice(0, 10).map((name) => explain(name))),
    )
    await content.commit(
      'PUT',
      '/articles/other',
      entry(names.slice(10).map((name) => explain(name))),
    )
    const body = [...names, ...names].join(', ')
    await content.commit('PUT', '/articles/text', articleDraft({ body }))
    const { links } = await linksOn(content, 'text')
    expect(links).toHaveLength(MAX_MENTIONS)
    expect(links.map((link) => link.split(' ')[0])).toEqual(names.slice(0, MAX_MENTIONS))
  })

  test('of a dry run is linked nowhere', async ({ content }) => {
    await content.edit('PUT', '/articles/entry?dryRun=true', entry([explain(QUILL)]))
    await content.commit('PUT', '/articles/text', articleDraft({ body: QUILL }))
    expect((await linksOn(content, 'text')).links).toEqual([])
    expect(await isRelinkDue(content.db)).toBe(false)
  })

  test('is read back as it is sent', async ({ content }) => {
    const terms = [explain(QUILL, { also: [INK] }), { term: 'A', also: [], definition: 'B' }]
    await content.commit('PUT', '/articles/entry', entry(terms))
    const stored = (await content.edit('GET', '/articles/entry')).json()
    expect(stored.terms).toEqual(terms)

    const revision = await content.revision()
    await content.commit('PUT', '/articles/entry', stored)
    expect(await content.revision()).toBe(revision)
    await content.commit('PATCH', '/articles/entry', { title: 'Renamed' })
    expect((await content.edit('GET', '/articles/entry')).json().terms).toEqual(terms)
    const refused = await content.edit('PATCH', '/articles/entry', { terms: [explain('—')] })
    expect(refused.statusCode).toBe(400)
    expect(refused.json().reasons).toEqual([
      { field: '/terms/0/term', message: 'must have a letter or a digit in every form' },
    ])
  })
})

describe('a term that is in force', () => {
  test('has changes of its definition, address and title shown at once everywhere', async ({
    content,
  }) => {
    await content.commit('PUT', '/articles/entry', entry([explain(QUILL), explain(INK)]))
    await content.commit('PUT', '/articles/one', articleDraft({ body: `One ${QUILL}.` }))
    await content.commit('PUT', '/articles/two', articleDraft({ body: `Two ${INK}.` }))
    await settle(content)

    const revision = await content.revision()
    const terms = [explain(QUILL, { definition: 'Another.' }), explain(INK)]
    await content.commit('PATCH', '/articles/entry', { terms })
    expect((await linksOn(content, 'one')).terms).toEqual([[QUILL, 'Another.', '/articles/entry']])
    expect(
      (await tagsSince(content, revision)).filter((tag) => tag.startsWith('term:')),
    ).toHaveLength(1)
    expect(await isRelinkDue(content.db)).toBe(false)

    await content.commit('PATCH', '/articles/entry', { slug: 'moved', title: 'Moved' })
    expect(await linksOn(content, 'two')).toEqual({
      links: [`${INK} → /articles/moved`],
      terms: [[INK, `What ${INK} is.`, '/articles/moved']],
    })
  })

  test('is removed from pages at once when it is withdrawn, and another takes its place', async ({
    content,
  }) => {
    const names = Array.from({ length: MAX_MENTIONS + 1 }, (_, index) => `${QUILL}${index}`)
    await content.commit('PUT', '/articles/first', entry([explain(`${QUILL}0`)]))
    await content.commit(
      'PUT',
      '/articles/others',
      entry(names.slice(1).map((name) => explain(name))),
    )
    await content.commit('PUT', '/articles/text', articleDraft({ body: names.join(' ') }))
    await settle(content)

    await content.commit('DELETE', '/articles/first')
    const wordsOf = async () =>
      (await linksOn(content, 'text')).links.map((link) => link.split(' ')[0])
    expect(await wordsOf()).toEqual(names.slice(1, MAX_MENTIONS))
    await settle(content)
    expect(await wordsOf()).toEqual(names.slice(1))

    await content.commit('PUT', '/articles/first', entry([explain(`${QUILL}0`)]))
    expect(await wordsOf()).toEqual(names.slice(1))
    await settle(content)
    expect(await wordsOf()).toEqual(names.slice(0, MAX_MENTIONS))
  })

  test('is restored before the sweep without a rebuild of pages that do not show it', async ({
    content,
  }) => {
    await content.commit('PUT', '/articles/entry', entry([explain(QUILL)]))
    await content.commit('PUT', '/articles/text', articleDraft({ body: QUILL }))
    await settle(content)
    await content.commit('PATCH', '/articles/entry', { terms: [] })
    await content.commit('PATCH', '/articles/entry', { terms: [explain(QUILL)] })
    expect((await linksOn(content, 'text')).links).toEqual([])
    await settle(content)
    expect((await linksOn(content, 'text')).links).toEqual([`${QUILL} → /articles/entry`])
  })

  test('is linked by its new forms and no longer by the old ones', async ({ content }) => {
    await content.commit('PUT', '/articles/entry', entry([explain(QUILL, { also: [`${QUILL}s`] })]))
    const body = `Some ${QUILL}s, then ${INK}.`
    await content.commit('PUT', '/articles/text', articleDraft({ body }))
    expect((await linksOn(content, 'text')).links).toEqual([`${QUILL}s → /articles/entry`])
    await content.commit('PATCH', '/articles/entry', { terms: [explain(QUILL, { also: [INK] })] })
    await settle(content)
    expect((await linksOn(content, 'text')).links).toEqual([`${INK} → /articles/entry`])
  })

  test('is not linked where its word means something else', async ({ content }) => {
    await content.commit('PUT', '/articles/entry', entry([explain(QUILL)]))
    const elsewhere = { body: `${QUILL}, ${INK}`, terms: [{ term: QUILL, also: [] }] }
    await content.commit('PUT', '/articles/text', articleDraft(elsewhere))
    const revision = await content.revision()
    await content.commit('PUT', '/articles/inks', entry([explain(INK)]))
    await settle(content)
    expect((await linksOn(content, 'text')).links).toEqual([`${INK} → /articles/inks`])
    expect((await content.edit('GET', '/articles/text')).json().terms).toEqual(elsewhere.terms)

    await content.commit('PATCH', '/articles/text', { terms: [] })
    expect(await isRelinkDue(content.db)).toBe(false)
    expect((await linksOn(content, 'text')).links).toHaveLength(2)
    expect(await content.revision()).toBeGreaterThan(revision)
  })

  test('belongs to another article with its name when its own is withdrawn', async ({
    content,
  }) => {
    await content.commit('PUT', '/articles/also', entry([explain(INK, { also: [QUILL] })]))
    await content.commit('PUT', '/articles/named', entry([explain(QUILL)]))
    await content.commit('PUT', '/articles/text', articleDraft({ body: QUILL }))
    expect((await linksOn(content, 'text')).links).toEqual([`${QUILL} → /articles/named`])
    await content.commit('DELETE', '/articles/named')
    await settle(content)
    expect((await linksOn(content, 'text')).links).toEqual([`${QUILL} → /articles/also`])
  })
})

describe('what an article mentions', () => {
  const ARTICLES: Record<string, object> = {
    'bonds-entry': entry([explain(QUILL, { also: [`${QUILL}s`] }), explain(`${QUILL} ${INK}`)]),
    'ink-entry': entry([explain(INK), explain('quire', { also: [QUILL] })], {
      body: `It has a ${QUILL} and ${QUILL}s.`,
    }),
    'text-one': articleDraft({ body: `${INK}, ${QUILL} ${INK}, quire` }),
    'text-two': articleDraft({ body: `${QUILL}s and ${INK}\n\n## ${INK}\n\n- quire` }),
  }

  const linksOfAll = async (content: TestContent) =>
    Promise.all(Object.keys(ARTICLES).map((slug) => linksOn(content, slug)))

  test('does not depend on the order of articles', async ({ content }) => {
    const slugs = Object.keys(ARTICLES)
    for (const slug of slugs) await content.commit('PUT', `/articles/${slug}`, ARTICLES[slug])
    await settle(content)
    const wanted = await linksOfAll(content)
    expect(wanted.map(({ links }) => links.length)).toEqual([0, 1, 3, 3])

    for (const order of [
      slugs.toReversed(),
      ['text-one', 'ink-entry', 'text-two', 'bonds-entry'],
    ]) {
      for (const slug of slugs) await content.commit('DELETE', `/articles/${slug}`)
      for (const slug of order) await content.commit('PUT', `/articles/${slug}`, ARTICLES[slug])
      await settle(content)
      expect(await linksOfAll(content), order.join()).toEqual(wanted)
    }
  })

  test('is the same after a first import and after later ones', async ({ content, empty }) => {
    const slugs = ['what-a-bond-is-and-why-its-price-moves', 'how-to-read-a-fund-fact-sheet']
    const files = slugs.map((slug) => `articles/en_US/${slug}.md`)
    const texts = await Promise.all(files.map((file) => empty.folder.read(file)))
    for (const [index, file] of files.entries()) {
      const without = texts[index]?.replace(/^terms:\n(?: .*\n)+/m, '') ?? ''
      expect(without).not.toMatch(/^terms:/m)
      await empty.folder.write(file, without)
    }
    await empty.import()
    for (const [index, file] of files.entries()) {
      await empty.folder.write(file, texts[index] ?? '')
      await empty.import()
    }
    await settle(empty)

    const published = await content.db.selectFrom('article').select('slug').execute()
    const links: string[] = []
    for (const { slug } of published) {
      const first = await linksOn(content, slug)
      expect(await linksOn(empty, slug), slug).toEqual(first)
      links.push(...first.links)
    }
    for (const slug of slugs) {
      expect(links.filter((link) => link.endsWith(slug)).length).toBeGreaterThan(5)
    }
  })
})

test('a mention is removed with its text, also when a former version writes another', async ({
  content,
}) => {
  await content.commit('PUT', '/articles/entry', entry([explain(QUILL), explain(INK)]))
  await content.commit('PUT', '/articles/text', articleDraft({ body: `One ${QUILL}.` }))
  await settle(content)

  // A former version without the terms, which may be at work during a deploy.
  const body_html = `<p><strong>Another</strong> ${INK}.</p>`
  await content.db.updateTable('article').set({ body_html }).where('slug', '=', 'text').execute()
  const model = await content.pageModel('/articles/text')
  expect(model).toMatchObject({ page: { article: { bodyHtml: body_html } } })
  await settle(content)
  expect((await linksOn(content, 'text')).links).toEqual([`${INK} → /articles/entry`])

  // What is linked as it is written need not be linked again, and pages hear only of other links.
  const revision = await content.commit('PATCH', '/articles/text', { body: `${INK}, ${QUILL}` })
  expect(await isRelinkDue(content.db)).toBe(false)
  await content.commit('PATCH', '/articles/text', { body: `${INK}, ${QUILL}.\n\n…` })
  const tags = await tagsSince(content, revision)
  expect(tags.filter((tag) => tag.startsWith('mentions:'))).toEqual([])
})

describe('the sweep', () => {
  const TEXTS = 3 * RELINKED_AT_ONCE - 10

  /** Many articles with the word, none of which has heard of the term yet. */
  async function writeMany({ folder, import: importAll, commit }: TestContent) {
    for (let number = 0; number < TEXTS; number++) {
      await folder.write(
        `articles/en_US/many-${number}.md`,
        `---\nslug: many-${number}\ntitle: Many ${number}\ndescription: One of many.\n` +
          'author: Eleanor Whitcombe\nprovenance: human\nentities:\n  - category: expert-advice\n' +
          `---\n\nHere is one ${QUILL}.\n`,
      )
    }
    await importAll()
    await commit('PUT', '/articles/entry', entry([explain(QUILL)]))
  }

  const mentioned = async ({ db }: TestContent) =>
    (
      await db
        .selectFrom('mention')
        .innerJoin('term', 'term.id', 'mention.term')
        .select('mention.article')
        .where('term.term', '=', QUILL)
        .execute()
    ).length

  test('handles one batch in an edit, and loses nothing when it is aborted', async ({
    content,
  }) => {
    await writeMany(content)
    expect(await mentioned(content)).toBe(0)
    const revision = await content.revision()
    expect(await relinkSome(content.db, LOCALE)).toBe(true)
    expect(await mentioned(content)).toBe(RELINKED_AT_ONCE)
    const [batch] = await content.changesAfter(revision)
    expect(batch?.tags.filter(isOfText)).toHaveLength(RELINKED_AT_ONCE)
    expect(await textTagsSince(content, revision)).toHaveLength(RELINKED_AT_ONCE)

    // A service that is killed in the middle of it.
    const start = () =>
      spawnService('content', {
        DATABASE_URL: content.databaseUrl,
        SITE_LOCALE: LOCALE,
        EDITOR_TOKEN: 'a-token-for-tests',
      })
    const killed = await start()
    await vi.waitUntil(async () => (await mentioned(content)) > RELINKED_AT_ONCE, {
      timeout: 20_000,
      interval: 1,
    })
    await killed.kill()
    const known = await mentioned(content)
    expect(known % RELINKED_AT_ONCE === 0 || known === TEXTS).toBe(true)
    const next = await start()
    await vi.waitUntil(async () => !(await isRelinkDue(content.db)), { timeout: 20_000 })
    expect(await mentioned(content)).toBe(TEXTS)
    await next.stop()
  }, 60_000)

  test('runs in one replica, starts at a commit, and moves to another one that is left', async ({
    content,
  }) => {
    const signal = listenForChanges(content.databaseUrl)
    const failures: unknown[] = []
    const other = new pg.Client({ connectionString: content.databaseUrl })
    await other.connect()
    await other.query(`select pg_advisory_lock(hashtext('finlore glossary'))`)
    const links = relinkInBackground(content.db, LOCALE, {
      signal,
      onFailure: (error) => failures.push(error),
    })
    await content.commit('PUT', '/articles/text', articleDraft({ body: QUILL }))
    await content.commit('PUT', '/articles/entry', entry([explain(QUILL)]))
    const triedToLock = async () => {
      const { rowCount } = await other.query(`
        select 1 from pg_stat_activity
        where datname = current_database() and pid <> pg_backend_pid()
          and query like '%pg_try_advisory_lock%'
      `)
      return rowCount === 1
    }
    await vi.waitUntil(triedToLock, { timeout: 20_000 })
    expect(await isRelinkDue(content.db)).toBe(true)

    await other.end()
    await content.commit('PATCH', '/articles/text', { title: 'Another' })
    await vi.waitUntil(async () => !(await isRelinkDue(content.db)), { timeout: 20_000 })
    expect((await linksOn(content, 'text')).links).toEqual([`${QUILL} → /articles/entry`])

    await content.commit('PATCH', '/articles/entry', { terms: [] })
    await vi.waitUntil(async () => !(await isRelinkDue(content.db)), { timeout: 20_000 })
    await links.stop()
    await signal.close()
    expect(failures).toEqual([])
  }, 30_000)

  test('links everything again after a change of the linker', async ({ content }) => {
    const before = await content.db.selectFrom('mention').selectAll().execute()
    expect(before.length).toBeGreaterThan(20)
    await content.db.deleteFrom('mention').execute()
    await content.db.deleteFrom('article_word').execute()
    await content.db.deleteFrom('setting').where('name', '=', 'linker').execute()
    await content.import()
    await settle(content)
    const after = await content.db.selectFrom('mention').selectAll().execute()
    expect(new Set(after.map((row) => JSON.stringify(row)))).toEqual(
      new Set(before.map((row) => JSON.stringify(row))),
    )
    const words = await content.db.selectFrom('article_word').select('article').execute()
    expect(words.length).toBeGreaterThan(50)
  })
})
