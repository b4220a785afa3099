import { describe, expect } from 'vitest'
import { commitEdit } from '../../../../services/content/changes/commit-edit.ts'
import { withdrawExpired } from '../../../../services/content/edits/withdraw-expired.ts'
import { lintContent } from '../../../../services/content/lint/lint-content.ts'
import {
  articleDraft,
  type TestContent,
  contentTest as test,
} from '../../../support/content/content-service.ts'
import { sendEdit } from '../../../support/content/send-edit.ts'
import { compareWithTags, readAllPages } from '../../../support/pages/page-models.ts'

const ENDS = '2026-12-05T00:00:00Z'
const FILE = 'articles/en_US/for-a-while.md'

const put = (content: TestContent, slug: string, more: object = {}) =>
  content.edit('PUT', `/articles/${slug}`, articleDraft({ title: `About ${slug}`, ...more }))

/** Where an address leads: a path, or what is said there. */
async function leadsTo(content: TestContent, slug: string) {
  const model = await content.pageModel(`/articles/${slug}`)
  return model.status === 'moved' ? [model.redirect, model.location] : model.status
}

async function letExpire({ db, clock }: TestContent) {
  clock.now = new Date(ENDS)
  const context = { locale: 'en_US', pageSize: 12, now: clock.now } as const
  await commitEdit(db, (edit) => withdrawExpired(edit, context))
}

const reasonsOf = async (answer: ReturnType<typeof put>) => {
  const { statusCode, body } = await answer
  return [statusCode, ...(JSON.parse(body).reasons ?? [])]
}
const refused = (field: string, words: string) => [
  400,
  { field, code: 'E-LINK-INT', message: expect.stringContaining(words) },
]

describe('readers of an article that has expired', () => {
  test('are led on where it says so, straight to where that is now [B18]', async ({ content }) => {
    await put(content, 'next')
    await put(content, 'for-a-while', { expiresAt: ENDS, expiresTo: '/articles/next' })
    await put(content, 'as-before', { expiresAt: ENDS })
    await content.commit('PATCH', '/articles/for-a-while', { slug: 'renamed' })
    const { expiring } = await sendEdit(content, 'GET', '/schedule')
    expect(expiring).toMatchObject([
      { slug: 'as-before' },
      { slug: 'renamed', to: '/articles/next' },
    ])
    expect(expiring[0]).not.toHaveProperty('to')
    expect(await leadsTo(content, 'renamed')).toBe('found')
    const before = await readAllPages(content)
    const revision = await content.revision()
    await letExpire(content)
    const touched = (await content.changesAfter(revision)).flatMap(({ tags }) => tags)
    const compared = compareWithTags(before, await readAllPages(content), touched)
    expect([compared.missed, compared.excess]).toEqual([[], []])
    expect(await leadsTo(content, 'renamed')).toEqual([301, '/articles/next'])
    expect(await leadsTo(content, 'for-a-while')).toEqual([301, '/articles/next'])
    expect(await leadsTo(content, 'as-before')).toBe('gone')

    await content.commit('PATCH', '/articles/next', { slug: 'next-two' })
    expect(await leadsTo(content, 'for-a-while')).toEqual([301, '/articles/next-two'])
    // What is gone is no page to lead to, until it is back.
    await content.commit('DELETE', '/articles/next-two')
    expect(await leadsTo(content, 'renamed')).toBe('gone')
    await content.commit('PATCH', '/articles/next-two', { withdrawn: false })
    expect(await leadsTo(content, 'renamed')).toEqual([301, '/articles/next-two'])
    const { articles } = await sendEdit(content, 'GET', '/articles?state=withdrawn')
    expect(articles).toMatchObject([
      { slug: 'as-before' },
      { slug: 'renamed', redirectTo: '/articles/next' },
    ])
    // It comes back with another time.
    await content.commit('PATCH', '/articles/renamed', {
      withdrawn: false,
      expiresAt: '2027-01-01',
    })
    expect(await leadsTo(content, 'renamed')).toBe('found')
    expect(await leadsTo(content, 'for-a-while')).toEqual([301, '/articles/renamed'])
    const leading = content.db.selectFrom('article').where('gone_to', 'is not', null)
    expect(await leading.select('slug').execute()).toEqual([])
  })

  test('are led on by its file, and get the article again with its file', async ({ content }) => {
    const text = (expiresAt: string, expiresTo: string) => `---
title: "For a while"
slug: for-a-while
publishedAt: 2026-11-01
expiresAt: ${expiresAt}
expiresTo: ${expiresTo}
entities: [{ category: expert-advice }]
---

For a while.
`
    await content.folder.write(FILE, text('2026-12-01', '/expert-advice'))
    await content.import()
    expect(await leadsTo(content, 'for-a-while')).toEqual([301, '/expert-advice'])
    await content.folder.write(FILE, text('2026-12-01', '/authors'))
    await content.import()
    expect(await leadsTo(content, 'for-a-while')).toEqual([301, '/authors'])
    await content.folder.write(FILE, text('2027-12-01', '/authors'))
    await content.import()
    expect(await leadsTo(content, 'for-a-while')).toBe('found')
    // Withdrawn because its file is gone, it leads nowhere.
    await content.folder.remove(FILE)
    await content.import()
    expect(await leadsTo(content, 'for-a-while')).toBe('gone')
  })
})

describe('where an article leads once it has expired', () => {
  test('must be a page of the site, and not lead back', async ({ content }) => {
    const field = '/expiresTo'
    const ends = (expiresTo: string) => put(content, 'one', { expiresAt: ENDS, expiresTo })
    expect(await reasonsOf(ends('/articles/one'))).toEqual(refused(field, 'the article itself'))
    expect(await reasonsOf(ends('/articles/none'))).toEqual(refused(field, 'there is no such page'))
    expect(await reasonsOf(ends('/feed.atom'))).toEqual(refused(field, 'there is no such page'))
    expect(await reasonsOf(ends('https://elsewhere.example/'))).toMatchObject([400, { field }])
    expect(await reasonsOf(put(content, 'one', { expiresTo: '/authors' }))).toMatchObject([
      400,
      { field, message: expect.stringContaining('needs expiresAt') },
    ])
    await put(content, 'one')
    await put(content, 'two', { expiresAt: ENDS, expiresTo: '/articles/one' })
    await put(content, 'three', { expiresAt: ENDS, expiresTo: '/articles/two' })
    const circle = await content.edit('PATCH', '/articles/one', {
      expiresAt: ENDS,
      expiresTo: '/articles/three',
    })
    expect([circle.statusCode, ...circle.json().reasons]).toEqual(refused(field, 'leads back'))

    // A draft says it before it is published.
    const fields = articleDraft({ expiresAt: ENDS, expiresTo: '/articles/none' })
    const draft = await sendEdit(content, 'POST', '/drafts', { body: { slug: 'four', fields } })
    const { reasons } = await sendEdit(content, 'POST', `/drafts/${draft.id}/check`)
    expect([400, ...reasons]).toEqual(refused(field, 'there is no such page'))
  })

  test('is compared by lint, also when another file is gone', async ({ content }) => {
    const file = (slug: string, to: string) => `---
title: About ${slug}
slug: ${slug}
expiresAt: 2027-12-01
expiresTo: ${to}
entities: [{ category: expert-advice }]
---

Words.
`
    const write = (slug: string, to: string) =>
      content.folder.write(`articles/en_US/${slug}.md`, file(slug, to))
    const problems = async () => {
      const found = await lintContent(content.folder.folder, 'en_US', content.clock.now)
      return found.problems.flatMap(({ file, line, code, message }) =>
        code === 'E-LINK-INT' ? `${file.slice('articles/en_US/'.length)}:${line} ${message}` : [],
      )
    }
    await write('one', '/articles/two')
    await write('two', '/authors')
    expect(await problems()).toEqual([])
    await content.import()
    await content.folder.remove('articles/en_US/two.md')
    expect(await content.import().then(String, String)).toContain(
      'one.md:5: E-LINK-INT expiresTo leads to "/articles/two", and there is no such page',
    )
    await write('two', '/articles/one')
    expect(await problems()).toEqual([
      expect.stringMatching(/^one\.md:5 expiresTo leads to "\/articles\/two", which leads back/),
      expect.stringMatching(/^two\.md:5 expiresTo leads to "\/articles\/one", which leads back/),
    ])
  })
})

describe('a withdrawal', () => {
  const withdraw = (content: TestContent, slug: string, to?: string, headers = {}) =>
    content.edit(
      'DELETE',
      `/articles/${slug}${to === undefined ? '' : `?redirectTo=${encodeURIComponent(to)}`}`,
      undefined,
      headers,
    )

  test('leads readers where its editor says, and breaks no link then [B18]', async ({
    content,
  }) => {
    await put(content, 'next')
    await put(content, 'mine')
    await put(content, 'linking', { body: 'See [this](/articles/mine).' })
    const field = '/redirectTo'
    expect(await reasonsOf(withdraw(content, 'mine', '/articles/mine'))).toEqual(
      refused(field, 'the article itself'),
    )
    expect(await reasonsOf(withdraw(content, 'mine', '/no-page'))).toEqual(
      refused(field, 'there is no such page'),
    )
    expect(await leadsTo(content, 'mine')).toBe('found')
    const answer = await withdraw(content, 'mine', '/articles/next')
    expect(answer.json()).not.toHaveProperty('warnings')
    expect(await leadsTo(content, 'mine')).toEqual([301, '/articles/next'])
    // Who links there is led on as well.
    expect((await put(content, 'other', { body: 'See [it](/articles/mine).' })).statusCode).toBe(
      201,
    )
    expect(await reasonsOf(withdraw(content, 'next', '/articles/mine'))).toEqual(
      refused(field, 'leads back'),
    )
    // What is stored already is no edit, whatever its condition; another page is one.
    const revision = await content.revision()
    const unseen = { 'if-match': '"unseen"' }
    expect((await withdraw(content, 'mine', '/articles/next', unseen)).json()).toEqual({ revision })
    expect((await withdraw(content, 'mine', '/authors', unseen)).statusCode).toBe(412)
    expect((await withdraw(content, 'mine', '/authors')).json().revision).toBe(
      await content.revision(),
    )
    expect(await leadsTo(content, 'mine')).toEqual([301, '/authors'])
    expect((await withdraw(content, 'mine')).json().warnings).toHaveLength(2)
    expect(await leadsTo(content, 'mine')).toBe('gone')
    const { editions } = (await content.edit('GET', '/articles/mine/editions')).json()
    expect(editions).toHaveLength(1)

    await withdraw(content, 'mine', '/authors')
    await content.commit('PATCH', '/articles/mine', { withdrawn: false })
    expect(await leadsTo(content, 'mine')).toBe('found')
    await content.commit('DELETE', '/articles/mine')
    expect(await leadsTo(content, 'mine')).toBe('gone')
  })

  test('ends where a new article takes its place', async ({ content }) => {
    await put(content, 'mine')
    await withdraw(content, 'mine', '/authors')
    expect((await put(content, 'mine', { title: 'Quite another' })).statusCode).toBe(201)
    expect(await leadsTo(content, 'mine')).toBe('found')
    expect(await leadsTo(content, 'mine-withdrawn')).toEqual([301, '/authors'])
  })
})
