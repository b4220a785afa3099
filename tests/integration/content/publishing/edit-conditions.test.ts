import { describe, expect } from 'vitest'
import {
  articleDraft,
  type TestContent,
  contentTest as test,
} from '../../../support/content/content-service.ts'

const ARTICLE = '/articles/mine'
const TWELVE = Array.from({ length: 12 }, (_, number) => `Text number ${number}.`)

const statusesOf = (answers: readonly { statusCode: number }[]) =>
  answers.map(({ statusCode }) => statusCode).sort()

const bodyOf = async (content: TestContent): Promise<string> =>
  (await content.edit('GET', ARTICLE)).json().body

const putAll = (content: TestContent, headers: Record<string, string> = {}) =>
  Promise.all(TWELVE.map((body) => content.edit('PUT', ARTICLE, articleDraft({ body }), headers)))

/** A request without any condition. */
const raw = (
  { app, token }: TestContent,
  method: 'PUT' | 'PATCH' | 'DELETE',
  url: string,
  body?: object,
) =>
  app.inject({
    method,
    url,
    headers: { authorization: `Bearer ${token}` },
    ...(body && { payload: body }),
  })

describe('twelve saves of one article at once', () => {
  test('are one save and eleven refusals when all have read the same version [F48, B5, B6]', async ({
    content,
  }) => {
    const { headers } = await content.edit('PUT', ARTICLE, articleDraft())
    const answers = await putAll(content, { 'if-match': String(headers.etag) })
    expect(statusesOf(answers)).toEqual([200, ...Array(11).fill(412)])
    const winner = answers.findIndex(({ statusCode }) => statusCode === 200)
    expect(await bodyOf(content)).toBe(TWELVE[winner])
  })

  test('have a tag each, and only that of the stored version is accepted by the next edit [F48]', async ({
    content,
  }) => {
    await content.edit('PUT', ARTICLE, articleDraft())
    const answers = await putAll(content, { 'if-match': '*' })
    const tags = answers.map(({ headers }) => String(headers.etag))
    expect(new Set(tags).size).toBe(12)
    const stored = TWELVE.indexOf(await bodyOf(content))
    expect((await content.edit('GET', ARTICLE)).headers.etag).toBe(tags[stored])
    for (const [number, tag] of tags.entries()) {
      if (number === stored) continue
      const answer = await content.edit('PATCH', ARTICLE, { title: 'Lost' }, { 'if-match': tag })
      expect(answer.statusCode).toBe(412)
    }
    const good = { 'if-match': String(tags[stored]) }
    expect((await content.edit('PATCH', ARTICLE, { title: 'New' }, good)).statusCode).toBe(200)
  })

  test('create one article where each sends a new one [F48, A5]', async ({ content }) => {
    const answers = await putAll(content, { 'if-none-match': '*' })
    expect(statusesOf(answers)).toEqual([201, ...Array(11).fill(412)])
    const lost = answers.find(({ statusCode }) => statusCode === 412)
    expect(lost?.json().detail).toBe(
      'There is an article at this address already, and it stays: choose another address for a new one',
    )
  })
})

test('an edit that does not say which text it is about is refused, and nothing is saved [F59, A5, B4]', async ({
  content,
}) => {
  const { statusCode } = await raw(content, 'PUT', ARTICLE, articleDraft())
  expect(statusCode).toBe(428)
  await content.commit('PUT', ARTICLE, articleDraft())
  const revision = await content.revision()
  for (const answer of [
    await raw(content, 'PUT', ARTICLE, articleDraft({ body: 'Y y y.' })),
    await raw(content, 'PATCH', ARTICLE, { title: 'Another title' }),
    await raw(content, 'DELETE', ARTICLE),
  ]) {
    expect(answer.statusCode).toBe(428)
    expect(answer.json()).toMatchObject({
      code: 'precondition-required',
      detail: expect.stringContaining('Send "If-Match" with the ETag'),
    })
  }
  // What changes nothing needs no condition: the same text again, and a dry run.
  expect((await raw(content, 'PUT', ARTICLE, articleDraft())).statusCode).toBe(200)
  const tried = await raw(content, 'PATCH', `${ARTICLE}?dryRun=true`, { title: 'Another title' })
  expect(tried.statusCode).toBe(200)
  expect(await content.revision()).toBe(revision)
})

test('a word is changed in place, in the text that the editor has read', async ({ content }) => {
  const body = 'The rate is 5%.\n\nThe fee is $1.'
  const created = await content.edit('PUT', ARTICLE, articleDraft({ body }))
  const seen = { 'if-match': String(created.headers.etag) }
  const edits = [{ find: '5%', replace: '6%' }]
  const changed = await content.edit('PATCH', ARTICLE, { edits }, seen)
  expect(changed.statusCode).toBe(200)
  expect(await bodyOf(content)).toBe('The rate is 6%.\n\nThe fee is $1.')
  expect((await content.edit('PATCH', ARTICLE, { edits })).statusCode).toBe(400)
  // One that is sent again, because its answer was lost, is carried out on the text that it names.
  const changedAgain = await content.edit('PATCH', ARTICLE, { edits }, seen)
  expect(changedAgain.statusCode).toBe(200)
  expect(changedAgain.json().revision).toBe(changed.json().revision)
  const grows = { edits: [{ find: '6%', replace: '6% or 6.5%' }], note: 'New rates.' }
  const now = { 'if-match': String(changed.headers.etag) }
  for (let time = 1; time <= 2; time++) {
    expect((await content.edit('PATCH', ARTICLE, grows, now)).statusCode).toBe(200)
    expect(await bodyOf(content)).toBe('The rate is 6% or 6.5%.\n\nThe fee is $1.')
  }
  expect((await content.edit('PATCH', ARTICLE, { edits, title: 'Other' }, seen)).statusCode).toBe(
    412,
  )
  const again = await content.edit('PATCH', ARTICLE, { edits: [{ find: 'The', replace: 'A' }] })
  expect(again.json()).toMatchObject({
    code: 'invalid-input',
    reasons: [{ field: '/edits/0/find', message: expect.stringContaining('2 times') }],
  })
})

test('a withdrawn article comes back for who names the text that was withdrawn', async ({
  content,
}) => {
  const created = await content.edit('PUT', ARTICLE, articleDraft())
  await content.commit('DELETE', ARTICLE)
  const back = { withdrawn: false }
  expect((await raw(content, 'PATCH', ARTICLE, back)).statusCode).toBe(428)
  const other = { 'if-match': '"another"' }
  expect((await content.edit('PATCH', ARTICLE, back, other)).statusCode).toBe(412)
  const { editions } = (await content.edit('GET', `${ARTICLE}/editions`)).json()
  expect(editions[0]).toMatchObject({ state: 'withdrawn', etag: created.headers.etag })
  const seen = { 'if-match': editions[0].etag }
  expect((await content.edit('PATCH', ARTICLE, back, seen)).statusCode).toBe(200)
})

test('an answer has the tag of the stored version', async ({ content }) => {
  const draft = articleDraft({
    takeaways: ['One.'],
    sources: [{ url: 'https://a.example/x', title: 'A source' }],
    terms: [{ term: 'Test ladder', also: ['test ladders'], definition: 'Tests in a row.' }],
    answeredBy: 'Anna Smith',
    provenance: 'generated',
  })
  const created = await content.edit('PUT', ARTICLE, draft)
  expect(created.statusCode, created.body).toBe(201)
  expect((await content.edit('GET', ARTICLE)).headers.etag).toBe(created.headers.etag)
  const changed = await content.edit('PATCH', ARTICLE, { favorite: true })
  expect((await content.edit('GET', ARTICLE)).headers.etag).toBe(changed.headers.etag)
  expect(changed.headers.etag).not.toBe(created.headers.etag)
})

test('an edit whose answer was lost can be sent again, and is answered as stored [F6, A12, B3]', async ({
  content,
}) => {
  const draft = articleDraft()
  const isNew = { 'if-none-match': '*' }
  const created = await content.edit('PUT', ARTICLE, draft, isNew)
  expect(created.statusCode).toBe(201)
  const seen = { 'if-match': String(created.headers.etag) }
  const again = await content.edit('PUT', ARTICLE, draft, isNew)
  expect([again.statusCode, again.headers.etag]).toEqual([200, created.headers.etag])

  const other = articleDraft({ body: 'Another text.' })
  const replaced = await content.edit('PUT', ARTICLE, other, seen)
  const replacedAgain = await content.edit('PUT', ARTICLE, other, seen)
  expect(statusesOf([replaced, replacedAgain])).toEqual([200, 200])
  expect(replacedAgain.headers.etag).toBe(replaced.headers.etag)
  expect(replacedAgain.json().revision).toBe(replaced.json().revision)

  const now = { 'if-match': String(replaced.headers.etag) }
  const patched = await content.edit('PATCH', ARTICLE, { title: 'New' }, now)
  const patchedAgain = await content.edit('PATCH', ARTICLE, { title: 'New' }, now)
  expect(statusesOf([patched, patchedAgain])).toEqual([200, 200])
  expect((await content.edit('PATCH', ARTICLE, { title: 'Other' }, now)).statusCode).toBe(412)

  // Shells take quotation marks away.
  const last = { 'if-match': String(patched.headers.etag).slice(1, -1) }
  const gone = [
    await content.edit('DELETE', ARTICLE, undefined, last),
    await content.edit('DELETE', ARTICLE, undefined, last),
  ]
  expect(statusesOf(gone)).toEqual([200, 200])
})
