import { sql } from 'kysely'
import { describe, expect } from 'vitest'
import {
  articleDraft,
  type TestContent,
  contentTest as test,
} from '../../../support/content/content-service.ts'
import { sendEdit } from '../../../support/content/send-edit.ts'

const MINE = '/articles/mine'

const publish = (content: TestContent, id: string, body: object = {}) =>
  sendEdit(content, 'POST', `/drafts/${id}/publish`, { body })

const bodyOf = async (content: TestContent) => (await content.edit('GET', MINE)).json().body

test('a draft is published with words for readers, once', async ({ content }) => {
  await content.commit(
    'PUT',
    MINE,
    articleDraft({ changes: [{ on: '2026-11-01', text: 'Before.' }] }),
  )
  const begin = () =>
    sendEdit(content, 'POST', '/drafts', { body: { article: 'mine', fields: { body: 'Other.' } } })
  const { id } = await begin()
  const noted = { note: 'The limits of 2027.' }
  expect(await publish(content, id, { ...noted, minor: true })).toMatchObject({
    status: 400,
    reasons: [{ field: '/minor' }],
  })
  expect((await publish(content, id, { note: '' })).status).toBe(400)
  expect((await publish(content, id, noted)).status).toBe(200)
  const stored = (await content.edit('GET', MINE)).json()
  expect(stored.changes).toEqual([
    { on: '2026-12-01', text: 'The limits of 2027.' },
    { on: '2026-11-01', text: 'Before.' },
  ])
  // The same edit, sent again because its answer was lost.
  const { etag } = (await content.edit('GET', MINE)).headers
  const patch = { body: 'Once more.', note: 'Once.' }
  for (const _ of [1, 2]) {
    const answer = await content.edit('PATCH', MINE, patch, { 'if-match': String(etag) })
    expect(answer.statusCode, answer.body).toBe(200)
  }
  expect((await content.edit('GET', MINE)).json().changes).toHaveLength(3)
  for (const wrong of [{ note: 5 }, { minor: 'yes' }, { note: 'x'.repeat(501) }]) {
    expect((await content.edit('PATCH', MINE, { ...wrong, body: 'x' })).statusCode).toBe(400)
  }
})

describe('a draft that is proposed', () => {
  test('waits among those that are proposed, is sent back with words, and keeps its text [B26]', async ({
    content,
  }) => {
    const { id, etag } = await sendEdit(content, 'POST', '/drafts', {
      body: { slug: 'mine', fields: articleDraft({ body: 'First words.' }) },
    })
    const listed = async (state: string) =>
      (await sendEdit(content, 'GET', `/drafts?state=${state}`)).drafts.map(
        (draft: { id: string }) => draft.id,
      )
    expect(await listed('proposed')).toEqual([])
    const proposed = await sendEdit(content, 'POST', `/drafts/${id}/propose`, {
      body: { remark: 'Ready for Monday.' },
      seen: etag,
    })
    expect(proposed).toMatchObject({
      status: 200,
      etag,
      proposed: { by: expect.any(String) },
      remark: { text: 'Ready for Monday.', by: expect.any(String) },
    })
    expect(await listed('proposed')).toEqual([id])
    expect(await listed('open')).toEqual([id])

    const sentBack = await sendEdit(content, 'POST', `/drafts/${id}/send-back`, {
      body: { remark: 'Name the source of the rate.' },
      seen: etag,
    })
    expect(sentBack.remark.text).toBe('Name the source of the rate.')
    expect(sentBack).not.toHaveProperty('proposed')
    expect(sentBack.fields.body).toBe('First words.')
    expect(await listed('proposed')).toEqual([])
  })

  test('is marked only by who has read it as it is, and not once it is over', async ({
    content,
  }) => {
    const { id, etag } = await sendEdit(content, 'POST', '/drafts', {
      body: { slug: 'mine', fields: articleDraft() },
    })
    await sendEdit(content, 'PATCH', `/drafts/${id}`, {
      body: { fields: { body: 'Other words.' } },
    })
    const propose = (seen: string) =>
      sendEdit(content, 'POST', `/drafts/${id}/propose`, { body: {}, seen })
    expect((await propose(etag)).status).toBe(412)
    expect((await sendEdit(content, 'POST', `/drafts/${id}/send-back`, { body: {} })).status).toBe(
      400,
    )
    expect((await propose('*')).status).toBe(200)
    await sendEdit(content, 'DELETE', `/drafts/${id}`)
    expect((await propose('*')).status).toBe(409)
  })
})

describe('a draft', () => {
  test('is a new article once it is published, and an edition then', async ({ content }) => {
    const { updatedAt: _, ...fields } = { updatedAt: 0, ...articleDraft({ body: 'First words.' }) }
    const made = await sendEdit(content, 'POST', '/drafts', {
      body: { slug: 'mine', fields: { title: fields.title } },
    })
    expect(made).toMatchObject({ status: 201, slug: 'mine', fields: { title: fields.title } })
    const before = await content.revision()
    expect((await publish(content, made.id)).status).toBe(400)

    expect(await sendEdit(content, 'PATCH', `/drafts/${made.id}`, { body: fields })).toMatchObject({
      status: 400,
      reasons: [{ field: `/${Object.keys(fields)[0]}`, message: 'is not a known field' }],
    })
    const saved = await sendEdit(content, 'PATCH', `/drafts/${made.id}`, {
      body: { fields },
      seen: made.etag,
    })
    expect(saved).toMatchObject({ status: 200, fields })
    expect((await content.edit('GET', MINE)).statusCode).toBe(404)
    expect(await content.revision()).toBe(before)

    const published = await publish(content, made.id)
    expect(published).toMatchObject({ status: 200, path: MINE, revision: before + 1 })
    expect(await bodyOf(content)).toBe('First words.')
    expect((await sendEdit(content, 'GET', `/drafts/${made.id}`)).status).toBe(404)
    // A request that is sent again, because its answer was lost, publishes nothing twice.
    expect(await publish(content, made.id)).toMatchObject({
      status: 200,
      path: MINE,
      revision: before + 1,
    })
    expect(await content.revision()).toBe(before + 1)
  })

  test('begins with what an article says, or with one of its former editions', async ({
    content,
  }) => {
    await content.commit('PUT', MINE, articleDraft({ body: 'First words.', takeaways: ['One.'] }))
    await content.commit('PUT', MINE, articleDraft({ body: 'Second words.' }))
    const now = await sendEdit(content, 'POST', '/drafts', { body: { article: 'mine' } })
    expect(now.fields.body).toBe('Second words.')
    const former = await sendEdit(content, 'POST', '/drafts', {
      body: { article: 'mine', edition: 1 },
    })
    expect(former.fields).toMatchObject({ body: 'First words.', takeaways: ['One.'] })
    expect((await publish(content, former.id)).status).toBe(200)
    expect(await bodyOf(content)).toBe('First words.')
    expect((await publish(content, now.id)).status).toBe(409)
  })

  test('does not take the place of what was edited since: both are put together', async ({
    content,
  }) => {
    const body = 'One.\n\nTwo.\n\nThree.'
    await content.commit('PUT', MINE, articleDraft({ body, author: 'Eleanor Whitcombe' }))
    const { id } = await sendEdit(content, 'POST', '/drafts', { body: { article: 'mine' } })
    await sendEdit(content, 'PATCH', `/drafts/${id}`, {
      body: { edits: [{ find: 'Three.', replace: 'Three, in the draft.' }] },
    })
    await content.commit('PATCH', MINE, {
      body: body.replace('One.', 'One, by another.'),
      author: 'Samuel Ortega',
    })
    expect(await publish(content, id)).toMatchObject({ status: 409, code: 'conflict' })
    expect(await sendEdit(content, 'POST', `/drafts/${id}/check`, { body: {} })).toMatchObject({
      isBehind: true,
      reasons: [],
    })
    const merged = await sendEdit(content, 'POST', `/drafts/${id}/merge`, { body: {} })
    expect(merged).toMatchObject({
      status: 200,
      fields: {
        body: 'One, by another.\n\nTwo.\n\nThree, in the draft.',
        author: 'Samuel Ortega',
      },
    })
    expect((await publish(content, id)).status).toBe(200)
    expect(await bodyOf(content)).toBe('One, by another.\n\nTwo.\n\nThree, in the draft.')
  })

  test('keeps its text where both have changed the same, and says what stands there', async ({
    content,
  }) => {
    await content.commit('PUT', MINE, articleDraft({ body: 'One.\n\nTwo.' }))
    const { id } = await sendEdit(content, 'POST', '/drafts', { body: { article: 'mine' } })
    const mine = { edits: [{ find: 'Two.', replace: 'Two, in the draft.' }] }
    await sendEdit(content, 'PATCH', `/drafts/${id}`, { body: mine })
    const other = await content.edit('PATCH', MINE, { body: 'One.\n\nTwo, by another.' })
    const refused = await sendEdit(content, 'POST', `/drafts/${id}/merge`, { body: {} })
    expect(refused).toMatchObject({
      status: 409,
      reasons: [{ field: '/body', line: 3, message: 'is "Two, by another." in edition 2' }],
    })
    const draft = await sendEdit(content, 'GET', `/drafts/${id}`)
    expect(draft.fields.body).toBe('One.\n\nTwo, in the draft.')

    await sendEdit(content, 'PATCH', `/drafts/${id}`, { body: { base: other.headers.etag } })
    expect((await publish(content, id)).status).toBe(200)
    expect(await bodyOf(content)).toBe('One.\n\nTwo, in the draft.')
  })

  test('does not bring a withdrawn article back unless that is said', async ({ content }) => {
    await content.commit('PUT', MINE, articleDraft())
    const { id } = await sendEdit(content, 'POST', '/drafts', { body: { article: 'mine' } })
    await content.commit('DELETE', MINE)
    expect(await publish(content, id)).toMatchObject({
      status: 409,
      detail: expect.stringContaining('{"withdrawn": false}'),
    })
    expect((await publish(content, id, { withdrawn: false })).status).toBe(200)
    expect((await content.edit('GET', MINE)).statusCode).toBe(200)
  })

  test('is saved by those who have read it, and the same save twice is one [B7]', async ({
    content,
  }) => {
    const made = await sendEdit(content, 'POST', '/drafts', { body: { slug: 'mine' } })
    const title = { fields: { title: 'A title' } }
    const url = `/drafts/${made.id}`
    const saved = await sendEdit(content, 'PATCH', url, { body: title, seen: made.etag })
    expect(saved.status).toBe(200)
    expect(await sendEdit(content, 'PATCH', url, { body: title, seen: made.etag })).toEqual(saved)
    const other = { fields: { title: 'Another title' } }
    expect((await sendEdit(content, 'PATCH', url, { body: other, seen: made.etag })).status).toBe(
      412,
    )
    const without = await content.app.inject({
      method: 'PATCH',
      url,
      headers: { authorization: `Bearer ${content.token}` },
      payload: other,
    })
    expect(without.statusCode).toBe(428)
    expect((await sendEdit(content, 'GET', url)).fields.title).toBe('A title')
  })

  test('that is discarded is kept for thirty days, and comes back when that is asked for', async ({
    content,
  }) => {
    const { id } = await sendEdit(content, 'POST', '/drafts', { body: { slug: 'mine' } })
    const other = await sendEdit(content, 'POST', '/drafts', { body: { slug: 'other' } })
    const idsOf = async (query: string) =>
      (await sendEdit(content, 'GET', `/drafts${query}`)).drafts.map(
        (draft: { id: string }) => draft.id,
      )
    expect((await sendEdit(content, 'DELETE', `/drafts/${id}`)).status).toBe(200)
    expect(await idsOf('')).toEqual([other.id])
    expect(await idsOf('?state=discarded')).toEqual([id])
    expect(await publish(content, id)).toMatchObject({
      status: 409,
      detail: expect.stringContaining('{"discarded": false}'),
    })
    const back = await sendEdit(content, 'PATCH', `/drafts/${id}`, { body: { discarded: false } })
    expect(back).not.toHaveProperty('discarded')
    expect((await idsOf('')).sort()).toEqual([id, other.id].sort())

    await sendEdit(content, 'DELETE', `/drafts/${id}`)
    content.clock.now = new Date(content.clock.now.getTime() + 30 * 86_400_000)
    await sendEdit(content, 'DELETE', `/drafts/${other.id}`)
    expect(await idsOf('?state=discarded')).toEqual(expect.arrayContaining([id]))
    content.clock.now = new Date(content.clock.now.getTime() + 1)
    await sendEdit(content, 'DELETE', `/drafts/${other.id}`)
    expect(await idsOf('?state=discarded')).toEqual([other.id])
  })

  test('that is saved while it is published is refused or published, and never lost [B7]', async ({
    content,
  }) => {
    for (let round = 0; round < 10; round++) {
      const { id } = await sendEdit(content, 'POST', '/drafts', {
        body: { slug: `mine-${round}`, fields: articleDraft({ title: `Title ${round}` }) },
      })
      const [published, saved] = await Promise.all([
        publish(content, id),
        sendEdit(content, 'PATCH', `/drafts/${id}`, {
          body: { fields: { body: `Saved in round ${round}.` } },
        }),
      ])
      expect(published.status).toBe(200)
      const { body } = (await content.edit('GET', `/articles/mine-${round}`)).json()
      if (saved.status === 200) expect(body).toBe(`Saved in round ${round}.`)
      else expect([404, 412]).toContain(saved.status)
    }
  })

  test('waits for no edit: it is saved, read and checked while one holds the lock [A14]', async ({
    content,
  }) => {
    await content.commit('PUT', MINE, articleDraft())
    const { id } = await sendEdit(content, 'POST', '/drafts', { body: { article: 'mine' } })
    await content.db.transaction().execute(async (tx) => {
      await sql`select from history for update`.execute(tx)
      const saved = await sendEdit(content, 'PATCH', `/drafts/${id}`, {
        body: { fields: { title: 'Saved meanwhile' } },
      })
      expect(saved).toMatchObject({ status: 200, fields: { title: 'Saved meanwhile' } })
      const checked = await sendEdit(content, 'POST', `/drafts/${id}/check`, { body: {} })
      expect(checked).toMatchObject({ status: 200, reasons: [], isBehind: false })
      const merged = await sendEdit(content, 'POST', `/drafts/${id}/merge`, { body: {} })
      expect(merged.status).toBe(200)
    })
  })

  test('that cannot be stored or used is refused with what is wrong', async ({ content }) => {
    await content.commit('PUT', MINE, articleDraft())
    const reasonOf = async (body: object) => {
      const { status, detail, reasons } = await sendEdit(content, 'POST', '/drafts', { body })
      return `${status} ${reasons?.[0].field ?? detail} ${reasons?.[0].message ?? ''}`.trim()
    }
    expect(await reasonOf({ slug: 'a', fields: { titel: 'T' } })).toContain(
      '400 /titel is not a known field',
    )
    expect(await reasonOf({ slug: 'a', fields: { title: 'T\0' } })).toContain(
      '400 /title has a character',
    )
    expect(await reasonOf({})).toContain('400 /article is needed')
    expect(await reasonOf({ slug: 'mine' })).toContain('409 There is an article')
    expect(await reasonOf({ article: 'no-such' })).toContain('404')
    expect(await reasonOf({ article: 'mine', edition: 9 })).toContain('404 Edition 9')
    expect((await sendEdit(content, 'GET', '/drafts/no-id')).status).toBe(400)
    expect((await content.app.inject('/drafts')).statusCode).toBe(401)
  })

  test('is one of a thousand that an editor may have', async ({ content }) => {
    const { id } = await sendEdit(content, 'POST', '/drafts', { body: { slug: 'mine' } })
    await sql`
      insert into draft select gen_random_uuid(), article, slug, base, fields, tag, made_by, made_at, saved_by, saved_at
        from draft, generate_series(1, 998)
    `.execute(content.db)
    expect((await sendEdit(content, 'POST', '/drafts', { body: { slug: 'a' } })).status).toBe(201)
    expect((await sendEdit(content, 'POST', '/drafts', { body: { slug: 'a' } })).status).toBe(429)
    await sendEdit(content, 'DELETE', `/drafts/${id}`)
    expect((await sendEdit(content, 'POST', '/drafts', { body: { slug: 'a' } })).status).toBe(201)
  })
})
