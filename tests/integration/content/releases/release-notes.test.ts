import { describe, expect, vi } from 'vitest'
import {
  articleDraft,
  type TestContent,
  contentTest as test,
} from '../../../support/content/content-service.ts'
import { sendEdit } from '../../../support/content/send-edit.ts'
import {
  draftWithBody,
  inFuture,
  letComeDue,
  publishDraftOf,
  runDueReleases,
  stateOfRelease,
} from '../../../support/content/timed-releases.ts'

const NOTE = 'The limits of 2027.'

/** Two articles, and a draft of each. */
async function twoDrafts(content: TestContent): Promise<string[]> {
  content.clock.now = new Date()
  const ids: string[] = []
  for (const slug of ['one', 'two']) {
    const draft = articleDraft({ title: `About ${slug}`, publishedAt: '2026-01-01' })
    await content.commit('PUT', `/articles/${slug}`, draft)
    ids.push((await draftWithBody(content, slug, `Of 2027: ${slug}.`)).id)
  }
  return ids
}

const saying = async (content: TestContent, slug: string) => {
  const { changes, updatedAt } = (await content.edit('GET', `/articles/${slug}`)).json()
  const isDated = updatedAt !== '2026-01-01T00:00:00.000Z'
  return { texts: changes.map(({ text }: { text: string }) => text), isDated }
}

const today = () => new Date().toISOString().slice(0, '2026-12-01'.length)

describe('what an editor says of a change', () => {
  test('is said at the time for which its draft was left, with the day of it [B15]', async ({
    content,
  }) => {
    const [id = ''] = await twoDrafts(content)
    const at = inFuture(600_000)
    const waits = await publishDraftOf(content, id, { at, note: NOTE })
    expect(waits).toMatchObject({ status: 202, drafts: [{ note: NOTE }] })
    // Sent again as it was, and with other words.
    expect(await publishDraftOf(content, id, { at, note: NOTE })).toEqual(waits)
    expect((await publishDraftOf(content, id, { at, note: 'Other.' })).status).toBe(409)
    expect(await saying(content, 'one')).toEqual({ texts: [], isDated: false })
    await letComeDue(content, waits.id)
    runDueReleases(content)
    await vi.waitFor(
      async () => expect(await stateOfRelease(content, waits.id)).toBe('published'),
      {
        timeout: 10_000,
      },
    )
    expect(await saying(content, 'one')).toEqual({ texts: [NOTE], isDated: true })
    const { changes } = (await content.edit('GET', '/articles/one')).json()
    expect(changes).toEqual([{ on: today(), text: NOTE }])
    // It is an article like any other from then on.
    await content.commit('PATCH', '/articles/one', { body: 'After its time.' })
  })

  test('is said of each draft of a release, and of no other', async ({ content }) => {
    const [one = '', two = ''] = await twoDrafts(content)
    const drafts = [
      { id: one, note: NOTE },
      { id: two, minor: true },
    ]
    const made = await sendEdit(content, 'POST', '/releases', { body: { name: '2027', drafts } })
    expect(made).toMatchObject({ status: 201, drafts: [{ note: NOTE }, { minor: true }] })
    const changed = await sendEdit(content, 'PATCH', `/releases/${made.id}`, {
      body: { drafts: [{ id: one, note: `${NOTE}..` }, { id: two }] },
      seen: made.etag,
    })
    expect(changed.drafts).toMatchObject([{ note: `${NOTE}..` }, {}])
    // Who has not seen these words publishes nothing.
    const publish = (seen: string) =>
      sendEdit(content, 'POST', `/releases/${made.id}/publish`, { body: {}, seen })
    expect((await publish(made.etag)).status).toBe(412)
    expect((await publish(changed.etag)).status).toBe(200)
    expect(await saying(content, 'one')).toEqual({ texts: [`${NOTE}..`], isDated: true })
    expect(await saying(content, 'two')).toEqual({ texts: [], isDated: false })
  })

  test('is refused at once where it cannot be said', async ({ content }) => {
    const [id = ''] = await twoDrafts(content)
    const at = inFuture(600_000)
    const wrong = '<b>The limits of 2027.</b>'
    expect(await publishDraftOf(content, id, { at, note: `${NOTE}\u0000` })).toMatchObject({
      status: 400,
    })
    expect(await publishDraftOf(content, id, { at, note: wrong, minor: true })).toMatchObject({
      status: 400,
      reasons: [{ field: '/minor' }],
    })
    const drafts = [{ id, note: NOTE, minor: true }]
    const refused = await sendEdit(content, 'POST', '/releases', { body: { name: '2027', drafts } })
    expect(refused).toMatchObject({ status: 409, reasons: [{ field: '/drafts/0/minor' }] })
    expect(await sendEdit(content, 'GET', '/schedule')).toMatchObject({ scheduled: [], held: [] })
  })

  test('stays with its draft when the time is called off', async ({ content }) => {
    const [id = ''] = await twoDrafts(content)
    const waits = await publishDraftOf(content, id, { at: inFuture(600_000), note: NOTE })
    await sendEdit(content, 'POST', `/releases/${waits.id}/cancel`)
    expect(await sendEdit(content, 'GET', `/drafts/${id}`)).toMatchObject({ note: NOTE })
    expect((await publishDraftOf(content, id)).status).toBe(200)
    expect(await saying(content, 'one')).toEqual({ texts: [NOTE], isDated: true })
  })
})
