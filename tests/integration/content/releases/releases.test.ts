import { sql } from 'kysely'
import { describe, expect, vi } from 'vitest'
import {
  articleDraft,
  type TestContent,
  contentTest as test,
} from '../../../support/content/content-service.ts'
import { sendEdit } from '../../../support/content/send-edit.ts'
import {
  draftWithBody as draftOf,
  letComeDue as makeDue,
  publishDraftOf as publish,
  runDueReleases as run,
  inFuture as soon,
  stateOfRelease as stateOf,
} from '../../../support/content/timed-releases.ts'

const bodyOf = async (content: TestContent, slug: string) =>
  (await content.edit('GET', `/articles/${slug}`)).json().body

const atTheRealTime = (content: TestContent) => {
  content.clock.now = new Date()
}

describe('a draft that is to be published at a moment', () => {
  test('is published then, by the editor who chose the time, and not before [B13, B14]', async ({
    content,
  }) => {
    atTheRealTime(content)
    const draft = await draftOf(content, 'timed', 'In time.')
    const at = soon(2_000)
    const scheduled = await publish(content, draft.id, { at })
    expect(scheduled).toMatchObject({
      status: 202,
      state: 'scheduled',
      drafts: [{ slug: 'timed' }],
    })
    // One that is sent again, because its answer was lost, changes nothing.
    expect(await publish(content, draft.id, { at })).toEqual(scheduled)
    const said = run(content)
    expect((await content.edit('GET', '/articles/timed')).statusCode).toBe(404)
    expect(Date.now()).toBeLessThan(Date.parse(at))

    await vi.waitFor(async () => expect(await bodyOf(content, 'timed')).toBe('In time.'), 10_000)
    expect(Date.now()).toBeGreaterThanOrEqual(Date.parse(at))
    expect(said).toEqual({ held: [], failures: [] })
    const article = (await content.edit('GET', '/articles/timed')).json()
    expect(Date.parse(article.publishedAt)).toBe(Date.parse(at))
    const { editions } = (await content.edit('GET', '/articles/timed/editions')).json()
    expect(editions[0].made).toMatchObject({ by: draft.made.by, origin: 'schedule' })
    expect(await sendEdit(content, 'GET', `/releases/${scheduled.id}`)).toMatchObject({
      state: 'published',
      revision: editions[0].revision,
    })
    expect((await sendEdit(content, 'GET', `/drafts/${draft.id}`)).status).toBe(404)
  })

  test('stays as it was checked until then', async ({ content }) => {
    atTheRealTime(content)
    const draft = await draftOf(content, 'timed', 'As checked.')
    const { id } = await publish(content, draft.id, { at: soon(600_000) })
    const patch = { body: { fields: { body: 'Other.' } } }
    const waits = {
      status: 409,
      detail: `This draft waits for its time: POST /releases/${id}/cancel first`,
    }
    expect(await sendEdit(content, 'PATCH', `/drafts/${draft.id}`, patch)).toMatchObject(waits)
    expect(await sendEdit(content, 'DELETE', `/drafts/${draft.id}`)).toMatchObject(waits)
    expect(await publish(content, draft.id)).toMatchObject(waits)
    expect((await publish(content, draft.id, { at: soon(900_000) })).status).toBe(409)
    expect(await sendEdit(content, 'GET', '/schedule')).toMatchObject({
      scheduled: [{ id, titles: ['About timed'] }],
      held: [],
    })

    expect(await sendEdit(content, 'POST', `/releases/${id}/cancel`)).toMatchObject({
      state: 'cancelled',
      drafts: [],
    })
    expect((await sendEdit(content, 'PATCH', `/drafts/${draft.id}`, patch)).status).toBe(200)
    expect(await sendEdit(content, 'GET', '/schedule')).toMatchObject({ scheduled: [], held: [] })
    await makeDue(content, id)
    expect(await stateOf(content, id)).toBe('cancelled')
  })

  test('is refused at once where it could not be published [B16]', async ({ content }) => {
    atTheRealTime(content)
    await content.commit('PUT', '/articles/there', articleDraft({ title: 'There already' }))
    const broken = await draftOf(content, 'timed', 'To [nothing](/articles/not-there).')
    expect(await publish(content, broken.id, { at: soon(60_000) })).toMatchObject({
      status: 400,
      reasons: [{ field: '/timed/body', code: 'E-LINK-INT', line: 1 }],
    })
    const behind = await draftOf(content, 'there', 'Mine.')
    await content.commit('PATCH', '/articles/there', { body: 'Of another.' })
    expect(await publish(content, behind.id, { at: soon(60_000) })).toMatchObject({
      status: 400,
      reasons: [{ field: '/there', message: expect.stringContaining('was edited since') }],
    })
    const taken = await sendEdit(content, 'POST', '/drafts', {
      body: { slug: 'free', fields: articleDraft({ title: 'Free' }) },
    })
    await content.commit('PUT', '/articles/free', articleDraft({ title: 'Not free' }))
    expect(await publish(content, taken.id, { at: soon(60_000) })).toMatchObject({
      status: 400,
      reasons: [{ field: '/free', message: expect.stringContaining('choose another address') }],
    })
    expect(await sendEdit(content, 'GET', '/schedule')).toMatchObject({ scheduled: [], held: [] })
  })

  test('needs a time that comes once, within two years', async ({ content }) => {
    content.clock.now = new Date('2026-12-01T12:00:00Z')
    const draft = await draftOf(content, 'timed', 'In time.')
    const refusal = async (at: string) => {
      const answer = await publish(content, draft.id, { at })
      expect(answer).toMatchObject({ status: 400, reasons: [{ field: '/at' }] })
      return answer.reasons[0].message
    }
    expect(await refusal('2026-12-01T12:00:00Z')).toContain('is past')
    expect(await refusal('2028-11-30T12:00:01Z')).toBe('is more than 730 days ahead')
    expect(await refusal('2027-02-29T12:00')).toBe('is no date and time of the calendar')
    expect((await publish(content, draft.id, { at: 'tomorrow' })).status).toBe(400)
    expect((await publish(content, draft.id, { at: '2028-11-30T12:00:00Z' })).status).toBe(202)
  })
})

describe('what cannot be published at its time', () => {
  test.for([
    ['its article was edited since', 'was edited since'],
    ['its address was taken since', 'choose another address'],
    ['a page that it links to was withdrawn since', 'not-for-long'],
  ] as const)(
    'is held and never published, where %s [F61]',
    async ([cause, reason], { content }) => {
      atTheRealTime(content)
      await content.commit('PUT', '/articles/there', articleDraft({ title: 'There already' }))
      await content.commit('PUT', '/articles/not-for-long', articleDraft({ title: 'Not for long' }))
      const isEdited = cause === 'its article was edited since'
      const slug = isEdited ? 'there' : 'timed'
      const draft = await draftOf(content, slug, 'To [this](/articles/not-for-long).')
      const { id } = await publish(content, draft.id, { at: soon(600_000) })
      if (isEdited) await content.commit('PATCH', '/articles/there', { body: 'Of another.' })
      else if (cause === 'its address was taken since') {
        await content.commit('PUT', '/articles/timed', articleDraft({ title: 'Taken' }))
      } else await content.commit('DELETE', '/articles/not-for-long')
      const before = await content.revision()
      await makeDue(content, id)
      const said = run(content)

      await vi.waitFor(async () => expect(await stateOf(content, id)).toBe('held'), 10_000)
      expect(said).toMatchObject({ held: [{ id }], failures: [] })
      const { held } = await sendEdit(content, 'GET', '/schedule')
      expect(held).toMatchObject([{ id, reasons: [{ message: expect.stringContaining(reason) }] }])
      expect(await content.revision()).toBe(before)
      // Its text is where it was, and can be mended.
      const mended = await sendEdit(content, 'PATCH', `/drafts/${draft.id}`, {
        body: {
          ...(isEdited && { base: (await content.edit('GET', '/articles/there')).headers.etag }),
          slug: isEdited ? 'there' : 'timed-two',
          fields: { body: 'Mended.' },
        },
      })
      expect(mended.status).toBe(200)
      expect(await publish(content, draft.id)).toMatchObject({ status: 200 })
      expect(await stateOf(content, id)).toBe('published')
      expect(await sendEdit(content, 'GET', '/schedule')).toMatchObject({ held: [] })
    },
  )

  test('within an hour is held, and within 59 minutes published [F61]', async ({ content }) => {
    atTheRealTime(content)
    const ids: string[] = []
    for (const slug of ['late', 'too-late']) {
      const draft = await draftOf(content, slug, 'Late.')
      ids.push((await publish(content, draft.id, { at: soon(600_000) })).id)
    }
    const [late = '', tooLate = ''] = ids
    await makeDue(content, late, 59)
    await makeDue(content, tooLate, 61)
    run(content)
    await vi.waitFor(async () => expect(await stateOf(content, late)).toBe('published'), 10_000)
    await vi.waitFor(async () => expect(await stateOf(content, tooLate)).toBe('held'), 10_000)
    expect((await content.edit('GET', '/articles/too-late')).statusCode).toBe(404)
  })

  test('keeps nothing else waiting while it fails [B17]', async ({ content }) => {
    atTheRealTime(content)
    const draft = await draftOf(content, 'wrong', 'Wrong.')
    const { id: wrong } = await publish(content, draft.id, { at: soon(600_000) })
    const other = await draftOf(content, 'right', 'Right.')
    const { id: right } = await publish(content, other.id, { at: soon(600_000) })
    // A text that no code of today can have written.
    await sql`update draft set fields = '{"body": {"of": "another version"}}' where id = ${draft.id}`.execute(
      content.db,
    )
    await makeDue(content, wrong, 1)
    await makeDue(content, right)
    run(content)
    await vi.waitFor(async () => expect(await stateOf(content, right)).toBe('published'), 10_000)
    expect(await stateOf(content, wrong)).toBe('held')
  })
})

describe('at the same time', () => {
  /** Statements of other connections that wait for a lock. */
  const waiting = async ({ db }: TestContent) => {
    const { rows } = await sql<{ count: number }>`
      select count(*)::int as count from pg_stat_activity
        where datname = current_database() and wait_event_type = 'Lock'
    `.execute(db)
    return rows[0]?.count
  }

  test('a release that is called off while it waits for another edit is not published [F61]', async ({
    content,
  }) => {
    atTheRealTime(content)
    const draft = await draftOf(content, 'timed', 'Not any more.')
    const { id } = await publish(content, draft.id, { at: soon(600_000) })
    await makeDue(content, id)
    await content.db.transaction().execute(async (tx) => {
      await tx.selectFrom('history').select('revision').forUpdate().execute()
      run(content)
      await expect.poll(() => waiting(content)).toBe(1)
      const cancelled = await sendEdit(content, 'POST', `/releases/${id}/cancel`)
      expect(cancelled).toMatchObject({ status: 200, state: 'cancelled' })
    })
    await expect.poll(() => waiting(content)).toBe(0)
    expect(await stateOf(content, id)).toBe('cancelled')
    expect((await content.edit('GET', '/articles/timed')).statusCode).toBe(404)
  })

  test('a draft that is saved while it is scheduled stays as it was checked [F61]', async ({
    content,
  }) => {
    atTheRealTime(content)
    const draft = await draftOf(content, 'timed', 'As checked.')
    const saving = await content.db.transaction().execute(async (tx) => {
      await tx.updateTable('draft').set({ is_scheduled: true }).where('id', '=', draft.id).execute()
      const sent = sendEdit(content, 'PATCH', `/drafts/${draft.id}`, {
        body: { fields: { body: 'Other.' } },
      })
      await expect.poll(() => waiting(content)).toBe(1)
      return { sent }
    })
    expect((await saving.sent).status).toBe(412)
    expect((await sendEdit(content, 'GET', `/drafts/${draft.id}`)).fields.body).toBe('As checked.')
  })
})

describe('a release', () => {
  const release = (content: TestContent, ids: readonly string[]) =>
    sendEdit(content, 'POST', '/releases', {
      body: { name: 'Figures of 2027', drafts: ids.map((id) => ({ id })) },
    })

  test('publishes texts that link to each other as one revision', async ({ content }) => {
    atTheRealTime(content)
    const one = await draftOf(content, 'one-of-two', 'To [two](/articles/two-of-two#more).')
    const two = await draftOf(content, 'two-of-two', '## More\n\nTo [one](/articles/one-of-two).')
    expect((await publish(content, one.id)).status).toBe(400)
    const made = await release(content, [one.id, two.id])
    expect(made).toMatchObject({
      status: 201,
      state: 'open',
      drafts: [{ slug: 'one-of-two' }, { slug: 'two-of-two' }],
    })
    const before = await content.revision()
    const published = await sendEdit(content, 'POST', `/releases/${made.id}/publish`, {
      body: {},
      seen: made.etag,
    })
    expect(published).toMatchObject({ status: 200, state: 'published', revision: before + 1 })
    expect(await content.revision()).toBe(before + 1)
    expect(await bodyOf(content, 'one-of-two')).toContain('two-of-two')
    // Sent again, because its answer was lost.
    expect(
      await sendEdit(content, 'POST', `/releases/${made.id}/publish`, {
        body: {},
        seen: made.etag,
      }),
    ).toMatchObject({
      status: 200,
      revision: before + 1,
    })
  })

  test('publishes nothing if one of its texts is wrong, and says all reasons', async ({
    content,
  }) => {
    atTheRealTime(content)
    const drafts = [
      await draftOf(content, 'one-of-three', 'To [nothing](/articles/nowhere).'),
      await draftOf(content, 'three-of-three', 'Right.'),
      await draftOf(content, 'two-of-three', '<br>.'),
    ]
    const made = await release(
      content,
      drafts.map(({ id }) => id),
    )
    const before = await content.revision()
    const reasons = [
      { field: '/one-of-three/body', code: 'E-LINK-INT' },
      { field: '/two-of-three/body', code: 'E-HTML' },
    ]
    for (const body of [{}, { at: soon(600_000) }]) {
      const refused = await sendEdit(content, 'POST', `/releases/${made.id}/publish`, { body })
      expect(refused.status).toBe('at' in body ? 400 : 409)
      expect(refused.reasons).toMatchObject(reasons)
    }
    expect(await content.revision()).toBe(before)
    expect(await stateOf(content, made.id)).toBe('open')
  })

  test('waits for its time with all of its texts as they were seen', async ({ content }) => {
    atTheRealTime(content)
    const one = await draftOf(content, 'one-of-two', 'One.')
    const two = await draftOf(content, 'two-of-two', 'Two.')
    const made = await release(content, [one.id, two.id])
    await sendEdit(content, 'PATCH', `/drafts/${two.id}`, {
      body: { fields: { body: 'Changed.' } },
    })
    const unseen = { body: { at: soon(600_000) }, seen: made.etag }
    expect((await sendEdit(content, 'POST', `/releases/${made.id}/publish`, unseen)).status).toBe(
      412,
    )
    const waits = await sendEdit(content, 'POST', `/releases/${made.id}/publish`, {
      body: unseen.body,
    })
    expect(waits).toMatchObject({ status: 202, state: 'scheduled' })
    expect(
      (await sendEdit(content, 'PATCH', `/releases/${made.id}`, { body: { drafts: [] } })).status,
    ).toBe(409)
    expect(
      (await sendEdit(content, 'PATCH', `/drafts/${one.id}`, { body: { fields: { body: 'X' } } }))
        .status,
    ).toBe(409)

    const reopened = await sendEdit(content, 'POST', `/releases/${made.id}/cancel`, {
      seen: waits.etag,
    })
    expect(reopened).toMatchObject({ state: 'open', drafts: [{}, {}] })
    const smaller = await sendEdit(content, 'PATCH', `/releases/${made.id}`, {
      body: { drafts: [{ id: two.id }] },
      seen: reopened.etag,
    })
    expect(smaller.drafts).toHaveLength(1)
    expect(await sendEdit(content, 'DELETE', `/releases/${made.id}`)).toMatchObject({
      state: 'cancelled',
      drafts: [],
    })
    expect((await sendEdit(content, 'GET', `/drafts/${two.id}`)).release).toBeUndefined()
  })

  test('takes no draft twice, no two of one article, and no more than 500', async ({ content }) => {
    atTheRealTime(content)
    const one = await draftOf(content, 'one-of-two', 'One.')
    const same = await draftOf(content, 'one-of-two', 'Same.')
    const made = await release(content, [one.id, same.id])
    const twice = await sendEdit(content, 'POST', `/releases/${made.id}/publish`, {
      body: { at: soon(600_000) },
    })
    expect(twice).toMatchObject({
      status: 400,
      reasons: [{ message: expect.stringContaining('Two drafts') }, {}],
    })
    expect(await release(content, [one.id])).toMatchObject({
      status: 409,
      reasons: [{ field: '/drafts/0', message: `belongs to the release ${made.id}` }],
    })
    const ids = (count: number) => Array.from({ length: count }, () => crypto.randomUUID())
    expect((await release(content, ids(501))).status).toBe(400)
    expect((await release(content, ids(500))).reasons).toHaveLength(500)
    expect((await sendEdit(content, 'POST', '/releases', { body: { name: '' } })).status).toBe(400)
  })

  test('is published once by several replicas [F61]', async ({ content }) => {
    atTheRealTime(content)
    const draft = await draftOf(content, 'timed', 'Once.')
    const { id } = await publish(content, draft.id, { at: soon(600_000) })
    const before = await content.revision()
    const said = [run(content), run(content), run(content)]
    await makeDue(content, id)
    await vi.waitFor(async () => expect(await stateOf(content, id)).toBe('published'), 10_000)
    expect(await content.revision()).toBe(before + 1)
    expect(said.flatMap(({ held, failures }) => [...held, ...failures])).toEqual([])
    const { editions } = (await content.edit('GET', '/articles/timed/editions')).json()
    expect(editions).toHaveLength(1)
  })
})
