import { expect } from 'vitest'
import {
  articleDraft,
  type TestContent,
  contentTest as test,
} from '../../../support/content/content-service.ts'
import { sendEdit } from '../../../support/content/send-edit.ts'
import { draftWithBody, inFuture, publishDraftOf } from '../../../support/content/timed-releases.ts'

const WITH_HEADING = 'Words.\n\n## Limits\n\nMore.'

/** A text with a heading, and two others that lead to it. */
async function threeArticles(content: TestContent) {
  content.clock.now = new Date()
  const put = (slug: string, body: string) =>
    content.commit('PUT', `/articles/${slug}`, articleDraft({ title: `About ${slug}`, body }))
  await put('target', WITH_HEADING)
  await put('linking', 'See [the limits](/articles/target#limits).')
  await put('outside', 'See [them](/articles/target#limits).')
}

const releaseOf = (content: TestContent, ids: readonly string[]) =>
  sendEdit(content, 'POST', '/releases', {
    body: { name: '2027', drafts: ids.map((id) => ({ id })) },
  })

const BREAKS = (path: string) => ({
  field: '',
  code: 'E-ANCHOR',
  message: expect.stringContaining(`${path}, line 1: `),
})

test('a release warns of links that it breaks, wherever it is answered, and of none that it mends [B19]', async ({
  content,
}) => {
  await threeArticles(content)
  const target = await draftWithBody(content, 'target', 'Words.\n\n## Rates\n\nMore.')
  const alone = await releaseOf(content, [target.id])
  const both = [BREAKS('/articles/linking'), BREAKS('/articles/outside')]
  expect(alone.warnings).toHaveLength(2)
  expect(alone.warnings).toEqual(expect.arrayContaining(both))

  // One of the two is mended by the same release.
  const mended = await draftWithBody(content, 'linking', 'See [the rates](/articles/target#rates).')
  const patch = { body: { drafts: [{ id: target.id }, { id: mended.id }] } }
  const changed = await sendEdit(content, 'PATCH', `/releases/${alone.id}`, patch)
  expect(changed.warnings).toEqual([BREAKS('/articles/outside')])
  const before = await content.revision()
  const tried = await sendEdit(content, 'POST', `/releases/${alone.id}/dry-run`)
  expect(tried).toMatchObject({
    pages: [
      { path: '/articles/linking', isNewPath: false },
      { path: '/articles/target', isNewPath: false },
    ],
    breaks: [{ path: '/articles/outside', code: 'E-ANCHOR', line: 1 }],
  })
  expect(await content.revision()).toBe(before)
  const publish = (body: object) =>
    sendEdit(content, 'POST', `/releases/${alone.id}/publish`, { body })
  const waits = await publish({ at: inFuture(600_000) })
  expect([waits.status, waits.warnings]).toEqual([202, [BREAKS('/articles/outside')]])
  await sendEdit(content, 'POST', `/releases/${alone.id}/cancel`)
  const published = await publish({})
  expect([published.status, published.warnings]).toEqual([200, [BREAKS('/articles/outside')]])
  const [change] = await content.changesAfter(before)
  expect(change?.tags).toEqual(tried.tags)
  // What is published says no more than that.
  const again = await sendEdit(content, 'GET', `/releases/${alone.id}`)
  expect(again).not.toHaveProperty('warnings')
})

test('a draft that is left to its time warns of links that it will break', async ({ content }) => {
  await threeArticles(content)
  const target = await draftWithBody(content, 'target', 'Words.')
  const waits = await publishDraftOf(content, target.id, { at: inFuture(600_000) })
  expect(waits.warnings).toHaveLength(2)
})

test('a draft of a release may lead to what is published with it', async ({ content }) => {
  content.clock.now = new Date()
  const one = await draftWithBody(content, 'one-of-two', 'To [two](/articles/two-of-two#more).')
  const two = await draftWithBody(content, 'two-of-two', '## More\n\nWords.')
  const check = () => sendEdit(content, 'POST', `/drafts/${one.id}/check`)
  expect((await check()).reasons).toMatchObject([{ code: 'E-LINK-INT' }])
  await releaseOf(content, [one.id, two.id])
  expect((await check()).reasons).toEqual([])
  const preview = async () => {
    const { status, ...answer } = await sendEdit(
      content,
      'POST',
      `/drafts/${one.id}/preview-model`,
      {
        body: {},
      },
    )
    expect(status).toBe(200)
    return JSON.stringify(answer.models)
  }
  expect(await preview()).toContain('<a href=\\"/articles/two-of-two#more\\">two</a>')
  // A text that cannot be shown is refused for itself alone.
  await sendEdit(content, 'PATCH', `/drafts/${one.id}`, { body: { fields: { title: '' } } })
  const refused = await sendEdit(content, 'POST', `/drafts/${one.id}/preview-model`, { body: {} })
  expect(refused.reasons.map(({ code }: { code?: string }) => code)).not.toContain('E-LINK-INT')
})
