import { describe, expect } from 'vitest'
import {
  articleDraft,
  type TestContent,
  contentTest as test,
} from '../../../support/content/content-service.ts'
import { sendEdit } from '../../../support/content/send-edit.ts'
import { draftWithBody, inFuture, publishDraftOf } from '../../../support/content/timed-releases.ts'

/** What an editor says of a change stays with the draft until readers get it. */

const DAYS = 86_400_000
const note = 'New limits.'

const changesOf = async (content: TestContent, slug: string) =>
  (await sendEdit(content, 'GET', `/articles/${slug}`)).changes

async function articleWithDraft(content: TestContent, slug: string): Promise<string> {
  await content.commit('PUT', `/articles/${slug}`, articleDraft({ title: `About ${slug}` }))
  return (await draftWithBody(content, slug, 'Other words.')).id
}

describe('the note of a draft', () => {
  test('outlives its time, which is called off to put in another edit', async ({ content }) => {
    const id = await articleWithDraft(content, 'mine')
    const at = inFuture(30 * DAYS)
    const scheduled = await publishDraftOf(content, id, { at, note })
    await content.commit('PATCH', '/articles/mine', { answer: 'By Anna.' })
    await sendEdit(content, 'POST', `/releases/${scheduled.id}/cancel`)
    const merged = await sendEdit(content, 'POST', `/drafts/${id}/merge`)
    expect(merged).toMatchObject({ status: 200, note })

    const again = await publishDraftOf(content, id, { at })
    expect(again).toMatchObject({ status: 202, drafts: [{ id, note }] })
    await sendEdit(content, 'POST', `/releases/${again.id}/cancel`)
    expect((await publishDraftOf(content, id)).status).toBe(200)
    expect(await changesOf(content, 'mine')).toEqual([{ on: '2026-12-01', text: note }])
  })

  test('is replaced by a new one', async ({ content }) => {
    const id = await articleWithDraft(content, 'mine')
    const scheduled = await publishDraftOf(content, id, { at: inFuture(30 * DAYS), note })
    await sendEdit(content, 'POST', `/releases/${scheduled.id}/cancel`)
    expect((await publishDraftOf(content, id, { minor: true })).status).toBe(200)
    expect(await changesOf(content, 'mine')).toEqual([])
  })

  test('outlives a change of the release, and its end', async ({ content }) => {
    const [one, two] = [
      await articleWithDraft(content, 'one'),
      await articleWithDraft(content, 'two'),
    ]
    const made = await sendEdit(content, 'POST', '/releases', {
      body: { name: 'Limits', drafts: [{ id: one, note }] },
    })
    const changed = await sendEdit(content, 'PATCH', `/releases/${made.id}`, {
      body: { drafts: [{ id: one }, { id: two, minor: true }] },
    })
    expect(changed.drafts).toMatchObject([
      { id: one, note },
      { id: two, minor: true },
    ])
    await sendEdit(content, 'DELETE', `/releases/${made.id}`)
    expect(await sendEdit(content, 'GET', `/drafts/${one}`)).toMatchObject({ note })
  })

  test('is refused once the draft is published without it, and where to send it is said', async ({
    content,
  }) => {
    const id = await articleWithDraft(content, 'mine')
    const { revision } = await publishDraftOf(content, id)
    const late = await publishDraftOf(content, id, { note })
    expect(late).toMatchObject({ status: 409, code: 'conflict' })
    expect(late.detail).toContain(
      `as revision ${revision}, without this note: PATCH /articles/mine`,
    )
    // Without a note it is the same request, and so it is with the note that was published.
    expect(await publishDraftOf(content, id)).toMatchObject({ status: 200, revision })
    const other = await articleWithDraft(content, 'other')
    const first = await publishDraftOf(content, other, { note })
    expect(await publishDraftOf(content, other, { note })).toMatchObject({
      status: 200,
      revision: first.revision,
    })
  })
})

test('a note that is sent as a field of a text is refused with the place for it', async ({
  content,
}) => {
  const hint = async (answer: Promise<{ reasons: { field: string; message: string }[] }>) =>
    (await answer).reasons.map(({ field, message }) => `${field} ${message}`)
  const put = content.edit('PUT', '/articles/mine', articleDraft({ note, minor: true }))
  expect(await hint(put.then((answer) => answer.json()))).toEqual([
    expect.stringMatching(/^\/note is not a known field: PATCH takes it, .* `changes`$/),
    expect.stringMatching(/^\/minor is not a known field: PATCH takes it/),
  ])
  const begun = { body: { slug: 'mine', fields: { title: 'Mine', note } } }
  expect(await hint(sendEdit(content, 'POST', '/drafts', begun))).toEqual([
    '/note is not a known field: send it when you publish the draft',
  ])
})

test('words of a draft are edited in the text that was read only', async ({ content }) => {
  const id = await articleWithDraft(content, 'mine')
  const { etag } = await sendEdit(content, 'GET', `/drafts/${id}`)
  const edit = { body: { edits: [{ find: 'Other', replace: 'Others, and other' }] }, seen: etag }
  const first = await sendEdit(content, 'PATCH', `/drafts/${id}`, edit)
  expect(first.status).toBe(200)
  // One that is sent again is carried out no second time.
  const again = { body: { edits: [{ find: 'Other words', replace: 'x' }] }, seen: etag }
  for (const repeated of [edit, again])
    expect((await sendEdit(content, 'PATCH', `/drafts/${id}`, repeated)).status).toBe(412)
})

test('a draft that was published is said to be where it is now', async ({ content }) => {
  const id = await articleWithDraft(content, 'mine')
  await publishDraftOf(content, id)
  for (const answer of [
    await sendEdit(content, 'GET', `/drafts/${id}`),
    await publishDraftOf(content, id, { at: inFuture(30 * DAYS) }),
  ]) {
    expect(answer).toMatchObject({ status: 404 })
    expect(answer.detail).toMatch(
      /was published, as revision \d+: GET \/articles\/mine\/editions\/2 /,
    )
  }
})

test('another time for a draft that waits is refused with what to do', async ({ content }) => {
  const id = await articleWithDraft(content, 'mine')
  const { id: release } = await publishDraftOf(content, id, { at: inFuture(30 * DAYS) })
  expect(await publishDraftOf(content, id, { at: inFuture(31 * DAYS) })).toMatchObject({
    status: 409,
    detail: expect.stringContaining(`POST /releases/${release}/cancel, then publish it at another`),
  })
})
