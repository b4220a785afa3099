import { describe, expect } from 'vitest'
import { DRAFT_FIELDS } from '../../../../services/content/drafts/draft-fields.ts'
import { ArticlePage } from '../../../../services/shared/contracts/page.ts'
import {
  articleDraft,
  type TestContent,
  contentTest as test,
} from '../../../support/content/content-service.ts'
import { createDice } from '../../../support/content/dice.ts'
import { FIELD_CHANGES, openEditors } from '../../../support/content/random-edits.ts'

const REAL = '/articles/what-a-bond-is-and-why-its-price-moves'

async function articleOf(content: TestContent, path: string) {
  const model = await content.pageModel(path)
  if (!('page' in model) || model.page.kind !== 'article') throw new Error('There is no article')
  return model.page.article
}

/** What the article's page says of how it was made. */
async function originOf(content: TestContent, path = '/articles/mine') {
  const { provenance, answeredBy, reviewedBy, reviewedAt } = await articleOf(content, path)
  return { provenance, answeredBy, reviewedBy, reviewedAt }
}

const reasonsOf = (answer: { json(): { reasons?: { field: string; message: string }[] } }) =>
  Object.fromEntries((answer.json().reasons ?? []).map(({ field, message }) => [field, message]))

describe('the editor API', () => {
  test('answers 401 without the token [T14]', async ({ content }) => {
    const revision = await content.revision()
    const attempts = [
      undefined,
      '',
      'Bearer',
      'Bearer wrong',
      content.token,
      `Basic ${content.token}`,
    ]
    for (const authorization of attempts) {
      for (const [method, url] of [
        ['GET', REAL],
        ['PUT', '/articles/mine'],
        ['PATCH', REAL],
        ['DELETE', REAL],
        ['PUT', '/ads'],
      ] as const) {
        const answer = await content.app.inject({
          method,
          url,
          headers: authorization === undefined ? {} : { authorization },
          ...(method !== 'GET' && { payload: articleDraft() }),
        })
        expect(answer.statusCode).toBe(401)
        expect(answer.json()).toMatchObject({ code: 'unauthorized' })
      }
    }
    expect(await content.revision()).toBe(revision)
  })

  test('creates, replaces and identifies an article', async ({ content }) => {
    const before = await content.revision()
    const created = await content.edit('PUT', '/articles/mine', articleDraft())
    expect(created.statusCode).toBe(201)
    expect(created.json()).toMatchObject({ revision: before + 1, path: '/articles/mine' })
    expect(created.headers.etag).toMatch(/^"[\w-]{22}"$/)

    const replaced = await content.edit('PUT', '/articles/mine', articleDraft({ body: 'Other.' }))
    expect(replaced.statusCode).toBe(200)
    expect(replaced.json().revision).toBe(before + 2)

    const repeated = await content.edit('PUT', '/articles/mine', articleDraft({ body: 'Other.' }))
    expect(repeated.statusCode).toBe(200)
    expect(repeated.json().revision).toBe(before + 2)
    expect(repeated.headers.etag).toBe(replaced.headers.etag)
    expect(await content.changesAfter(before)).toHaveLength(2)
  })

  test('returns warnings, and saves the article', async ({ content }) => {
    const draft = articleDraft({ title: 'Bonds\nand stocks', body: 'Text.\n\n#### Too deep' })
    const tried = (await content.edit('PUT', '/articles/mine?dryRun=true', draft)).json()
    const { warnings, warningsTotal } = (await content.edit('PUT', '/articles/mine', draft)).json()

    expect(warnings).toContainEqual({
      field: '/title',
      code: 'W-TITLE-BREAK',
      message: expect.stringContaining('"Bondsand"'),
    })
    expect(warnings).toContainEqual(expect.objectContaining({ code: 'W-PROVENANCE' }))
    expect(warnings).toContainEqual(
      expect.objectContaining({ code: 'W-HEADING-ORDER', field: '/body', line: 3 }),
    )
    expect(warningsTotal).toBe(warnings.length)
    expect(tried).toMatchObject({ warnings, warningsTotal })
    expect(await content.pageModel('/articles/mine')).toMatchObject({
      page: { article: { title: 'Bondsand stocks' } },
    })

    const patched = await content.edit('PATCH', '/articles/mine', { title: 'Bonds \nand\nfunds' })
    expect(patched.json().warnings).toContainEqual(
      expect.objectContaining({ message: expect.stringContaining('"andfunds"') }),
    )
    const mended = await content.edit('PATCH', '/articles/mine', { title: 'Bonds and funds' })
    expect(mended.json().warnings).not.toContainEqual(
      expect.objectContaining({ field: '/title', code: 'W-TITLE-BREAK' }),
    )
  })

  test('returns at most fifty warnings, and their number', async ({ content }) => {
    const body = Array.from({ length: 60 }, () => '[here](/info/about-us)').join('\n\n')
    const { warnings, warningsTotal } = (
      await content.edit('PUT', '/articles/mine', articleDraft({ body }))
    ).json()
    expect(warnings).toHaveLength(50)
    expect(warningsTotal).toBeGreaterThan(60)
  })

  test('reads an article back in the form in which it is sent', async ({ content }) => {
    const answer = await content.edit('GET', REAL)
    const before = await content.revision()

    expect(answer.statusCode).toBe(200)
    const again = await content.edit('PUT', REAL, answer.json(), {
      'if-match': String(answer.headers.etag),
    })
    expect(again.statusCode).toBe(200)
    expect(await content.revision()).toBe(before)
    expect((await content.edit('GET', '/articles/nothing')).statusCode).toBe(404)
  })

  const patches: [string, unknown, (article: Record<string, unknown>) => unknown][] = [
    ['title', 'Bonds,\n again', ({ title }) => title],
    ['description', 'Another description.', ({ description }) => description],
    ['body', 'Another **text**.', ({ bodyHtml }) => bodyHtml],
    ['publishedAt', '2025-01-02', ({ publishedAt }) => publishedAt],
    ['updatedAt', '2026-11-30T10:00:00Z', ({ updatedAt }) => updatedAt],
    ['takeaways', ['One.'], ({ takeaways }) => takeaways],
    ['sources', [{ title: 'A', url: 'https://a.example/' }], ({ sources }) => sources],
    ['provenance', 'human', ({ provenance }) => provenance],
    ['answeredBy', ' Ada\n Bell ', ({ answeredBy }) => answeredBy],
    ['reviewedBy', 'Cem Dal', ({ reviewedBy }) => reviewedBy],
    ['reviewedAt', '2026-11-30', ({ reviewedAt }) => reviewedAt],
  ]
  const stored: Record<string, unknown> = {
    title: 'Bonds, again',
    body: '<p>Another <strong>text</strong>.</p>\n',
    publishedAt: '2025-01-02T00:00:00.000Z',
    updatedAt: '2026-11-30T10:00:00.000Z',
    answeredBy: 'Ada Bell',
    reviewedAt: '2026-11-30T00:00:00.000Z',
  }

  test('changes one field and leaves the rest', async ({ content }) => {
    for (const [field, value, read] of patches) {
      const before = (await content.edit('GET', REAL)).json()
      await content.commit('PATCH', REAL, { [field]: value })
      const after = (await content.edit('GET', REAL)).json()

      const model = await content.pageModel(REAL)
      const article = 'page' in model && 'article' in model.page ? model.page.article : {}
      expect(read({ ...article })).toEqual(stored[field] ?? value)
      const { [field]: _old, updatedAt: _was, ...rest } = before
      expect(after).toMatchObject(rest)
    }
  })

  test('returns every field as it was written, and shows it on pages', async ({ content }) => {
    const editors = await openEditors(content, createDice(1))
    const plain = Object.entries(DRAFT_FIELDS).filter(([, kind]) => typeof kind === 'object')
    expect(plain.map(([field]) => field)).toEqual(expect.arrayContaining(['sources', 'favorite']))
    // Where it leads then needs the time of its end.
    await content.commit('PATCH', REAL, { expiresAt: '2099-01-03' })
    for (const [field, change] of Object.entries(FIELD_CHANGES)) {
      if (!plain.some(([name]) => name === field)) continue
      for (let time = 0; time < 4; time++) {
        const { [field]: value } = change(editors)
        await content.commit('PATCH', REAL, { [field]: value })
        expect((await content.edit('GET', REAL)).json()[field], field).toEqual(value)
        const model = await content.pageModel(REAL)
        const article = 'page' in model && 'article' in model.page ? model.page.article : {}
        const shown = field in ArticlePage.properties.article.properties ? value : undefined
        expect(Reflect.get(article, field), field).toEqual(shown ?? undefined)
      }
    }
  })

  test('treats the text null as a name', async ({ content }) => {
    await content.commit('PATCH', REAL, { answeredBy: null })
    await content.commit('PATCH', REAL, { answeredBy: 'null' })
    expect((await content.edit('GET', REAL)).json()).toMatchObject({ answeredBy: 'null' })
    expect(await originOf(content, REAL)).toMatchObject({ answeredBy: 'null' })
  })

  // M-135, M-307
  test('uses the default entities on request', async ({ content }) => {
    const { entities: _, ...homeless } = articleDraft()
    const refused = await content.edit('PUT', '/articles/mine', homeless)
    expect(refused.statusCode).toBe(400)
    expect(refused.json().reasons).toMatchObject([{ field: '/entities', code: 'E-NO-ENTITY' }])

    const { entities } = (await content.edit('GET', '/default-entities')).json()
    expect(entities).toHaveLength(5)
    await content.commit('PUT', '/articles/mine?defaultEntities=true', homeless)
    expect((await content.edit('GET', '/articles/mine')).json()).toMatchObject({ entities })
  })

  // N-13
  test('leaves the origin of an article undeclared by default, with a warning', async ({
    content,
  }) => {
    const answer = await content.edit('PUT', '/articles/mine', articleDraft())
    expect(answer.json().warnings).toContainEqual({
      field: '/provenance',
      code: 'W-PROVENANCE',
      message: expect.stringContaining('readers are not told who wrote the text'),
    })
    expect(await originOf(content)).toEqual({})
    expect((await content.edit('GET', '/articles/mine')).json()).not.toHaveProperty('provenance')

    const origin = {
      provenance: 'human',
      answeredBy: 'Ada Bell',
      reviewedBy: 'Cem Dal',
      reviewedAt: '2026-11-30T00:00:00.000Z',
    }
    const stated = await content.edit('PATCH', '/articles/mine', origin)
    expect(stated.json().warnings).not.toContainEqual(
      expect.objectContaining({ code: 'W-PROVENANCE' }),
    )
    expect(await originOf(content)).toEqual(origin)
    const gone = Object.fromEntries(Object.keys(origin).map((field) => [field, null]))
    await content.commit('PATCH', '/articles/mine', gone)
    expect(await originOf(content)).toEqual({})
  })

  test('warns of generated text that no person and no office answers for, and of text newer than its review', async ({
    content,
  }) => {
    const codes = async (changes: object) => {
      const answer = await content.edit('PATCH', REAL, changes)
      return answer.json().warnings.map(({ code }: { code: string }) => code)
    }
    expect(await codes({ answeredBy: null })).not.toContain('W-ANSWERED')
    const office = 'The editorial office of Finlore'
    expect(await articleOf(content, REAL)).toMatchObject({ office })
    const settings = await content.folder.read('site.yaml')
    await content.folder.write('site.yaml', settings.replace(`    office: ${office}\n`, ''))
    await content.import()
    expect(await codes({ takeaways: [] })).toContain('W-ANSWERED')
    expect(await articleOf(content, REAL)).not.toHaveProperty('office')
    expect(await codes({ answeredBy: 'Ada Bell' })).not.toContain('W-ANSWERED')
    const review = { reviewedBy: 'Cem Dal', reviewedAt: '2026-11-30' }
    expect(await codes(review)).not.toContain('W-REVIEW')
    expect(await codes({ body: 'Another text.' })).toContain('W-REVIEW')
  })

  test('changes author, categories and picks', async ({ content }) => {
    await content.commit('PATCH', REAL, {
      author: 'Marcus Adeyemi',
      entities: [{ category: 'ratings-and-rankings' }],
      topNotchRank: 1,
      favorite: true,
    })

    expect((await content.edit('GET', REAL)).json()).toMatchObject({
      author: 'Marcus Adeyemi',
      entities: [
        {
          category: 'ratings-and-rankings',
          subcategories: [{ subcategory: 'other-financial-products', subsubcategories: [] }],
        },
      ],
      topNotchRank: 1,
      favorite: true,
    })
    await content.commit('PATCH', REAL, { topNotchRank: null })
    expect((await content.edit('GET', REAL)).json()).toMatchObject({ topNotchRank: null })
  })

  test('moves the publication past the last update on request', async ({ content }) => {
    await content.commit('PUT', '/articles/mine', articleDraft({ publishedAt: '2025-01-01' }))
    await content.commit('PATCH', '/articles/mine', { publishedAt: '2026-01-01' })

    expect((await content.edit('GET', '/articles/mine')).json()).toMatchObject({
      publishedAt: '2026-01-01T00:00:00.000Z',
      updatedAt: '2026-01-01T00:00:00.000Z',
    })
  })

  test('accepts an edit of a new article when the clock is an hour behind [F32]', async ({
    content,
  }) => {
    await content.commit('PUT', '/articles/mine', articleDraft())
    const { publishedAt } = (await content.edit('GET', '/articles/mine')).json()
    content.clock.now = new Date(content.clock.now.getTime() - 60 * 60_000)

    await content.commit('PATCH', '/articles/mine', { title: 'Edited in the past' })
    await content.commit('PUT', '/articles/mine', articleDraft({ publishedAt }))

    const { publishedAt: kept, updatedAt } = (await content.edit('GET', '/articles/mine')).json()
    expect([kept, updatedAt]).toEqual([publishedAt, publishedAt])
    const others = await content.edit('PUT', '/articles/other', articleDraft({ publishedAt }))
    expect(others.json()).toMatchObject({ reasons: [{ field: '/publishedAt' }] })
  })

  test('leaves a redirect at a former address until another article takes it [B1]', async ({
    content,
  }) => {
    const moved = await content.edit('PATCH', REAL, { slug: 'bonds' })
    expect(moved.json()).toMatchObject({ path: '/articles/bonds' })
    await content.commit('PATCH', '/articles/bonds', { slug: 'bonds-explained' })

    for (const path of [REAL, '/articles/bonds']) {
      expect(await content.pageModel(path)).toMatchObject({
        status: 'moved',
        location: '/articles/bonds-explained',
      })
    }
    expect(await content.pageModel('/articles/bonds-explained')).toMatchObject({ status: 'found' })

    await content.commit('PUT', REAL, articleDraft({ title: 'Somebody new' }))
    expect(await content.pageModel(REAL)).toMatchObject({
      status: 'found',
      page: { article: { title: 'Somebody new' } },
    })
    await content.commit('PATCH', '/articles/bonds-explained', { slug: 'bonds' })
    expect(await content.pageModel('/articles/bonds')).toMatchObject({ status: 'found' })
    expect(await content.pageModel('/articles/bonds-explained')).toMatchObject({
      status: 'moved',
      location: '/articles/bonds',
    })
  })

  test('refuses the address of another article', async ({ content }) => {
    const before = await content.revision()
    await content.commit('PUT', '/articles/mine', articleDraft())

    const answer = await content.edit('PATCH', '/articles/mine', { slug: REAL.split('/').at(-1) })
    expect(answer.statusCode).toBe(409)
    expect(answer.json()).toMatchObject({ code: 'conflict' })
    expect(await content.revision()).toBe(before + 1)
    for (const slug of ['Upper', 'a--b', '', 'x'.repeat(121), 7, null]) {
      const refused = await content.edit('PATCH', '/articles/mine', { slug })
      expect(refused.statusCode).toBe(400)
      expect(reasonsOf(refused)).toHaveProperty('/slug')
    }
  })

  test('overwrites only the version that the editor has read', async ({ content }) => {
    const { headers } = await content.edit('GET', REAL)
    const seen = { 'if-match': String(headers.etag) }
    const first = await content.edit('PATCH', REAL, { title: 'First' }, seen)
    expect(first.statusCode).toBe(200)

    for (const answer of [
      await content.edit('PATCH', REAL, { title: 'Second' }, seen),
      await content.edit('PUT', REAL, articleDraft(), seen),
      await content.edit('DELETE', REAL, undefined, seen),
    ]) {
      expect(answer.statusCode).toBe(412)
      expect(answer.json()).toMatchObject({ code: 'precondition-failed' })
      expect(answer.json().detail).toContain(String(first.headers.etag))
    }
    expect(await content.pageModel(REAL)).toMatchObject({ page: { article: { title: 'First' } } })

    const mine = { 'if-match': String(first.headers.etag) }
    expect((await content.edit('PATCH', REAL, { title: 'Second' }, mine)).statusCode).toBe(200)
    expect((await content.edit('PUT', REAL, articleDraft(), { 'if-match': '*' })).statusCode).toBe(
      200,
    )
  })

  test('answers 412 to a condition on an article that does not exist', async ({ content }) => {
    for (const tag of ['*', '"r1"']) {
      const answer = await content.edit('PUT', '/articles/new', articleDraft(), { 'if-match': tag })
      expect(answer.statusCode).toBe(412)
    }
    expect(await content.pageModel('/articles/new')).toMatchObject({ status: 'unknown' })
    expect((await content.edit('PATCH', '/articles/new', {})).statusCode).toBe(404)
    expect((await content.edit('DELETE', '/articles/new')).statusCode).toBe(404)
  })
})
