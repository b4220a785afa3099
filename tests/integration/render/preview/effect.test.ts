import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { articleDraft } from '../../../support/content/content-service.ts'
import { type WiredSite, wireSite } from '../../../support/site/wire-site.ts'

let site: WiredSite
beforeAll(async () => {
  site = await wireSite()
  await site.edit('PUT', '/articles/target', articleDraft({ title: 'Target', body: BODY }))
  const body = 'See [the words](/articles/target#a-heading) and [more](/articles/target).'
  await site.edit('PUT', '/articles/linking', articleDraft({ title: 'Linking', body }))
}, 120_000)
afterAll(() => site.close())

const BODY = 'Words.\n\n## A heading\n\nMore.'

async function post(url: string, body?: object, token = site.token) {
  const answer = await fetch(url, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${token}`,
      'if-match': '*',
      ...(body && { 'content-type': 'application/json' }),
    },
    ...(body && { body: JSON.stringify(body) }),
  })
  return { ...JSON.parse(await answer.text()), status: answer.status }
}

const draftOf = async (body: object): Promise<string> =>
  `/drafts/${(await post(`${site.contentUrl}/drafts`, body)).id}`
const effectOf = (path: string, body?: object) => post(`${site.workerUrl}${path}/effect`, body)
const revision = async () => (await site.contentClient.readChanges(0, 0)).revision

describe('the effect of a draft', () => {
  test('is the pages that publishing rebuilds, and the links that it breaks', async () => {
    for (const path of ['/articles/target', '/']) await fetch(site.url + path)
    const path = await draftOf({
      article: 'target',
      fields: { body: 'Words.\n\n## Another\n\nM.' },
    })
    const before = await revision()
    const effect = await vi.waitFor(async () => {
      const said = await effectOf(path)
      expect(said.pages[0]).toBe('/articles/target')
      return said
    }, 10_000)
    expect(effect.breaks).toEqual([
      {
        path: '/articles/linking',
        title: 'Linking',
        code: 'E-ANCHOR',
        line: 1,
        message: expect.stringContaining('[the words] leads to "#a-heading"'),
      },
    ])
    expect(effect.total).toBeGreaterThanOrEqual(1)
    const pages = effect.total === 1 ? '1 page' : `${effect.total} pages`
    expect(effect.summary).toBe(`rebuilds ${pages}, breaks 1 link`)
    expect(await revision()).toBe(before)

    // What was tried is what happens.
    const tried = await post(`${site.contentUrl}${path}/dry-run`)
    const published = await post(`${site.contentUrl}${path}/publish`, {})
    const { changes } = await site.contentClient.readChanges(published.revision - 1, 0)
    expect(changes[0]?.tags).toEqual(tried.tags)
  })

  test('of a new article begins with its own page, which is not there yet', async () => {
    const path = await draftOf({ slug: 'quite-new', fields: articleDraft({ title: 'Quite new' }) })
    const { pages, total, breaks } = await effectOf(path)
    expect(pages[0]).toBe('/articles/quite-new')
    expect(pages.length).toBeLessThanOrEqual(20)
    expect(total).toBeGreaterThan(0)
    expect(breaks).toEqual([])
  })

  test('of a release is that of all its texts together', async () => {
    const drafts = [
      await post(`${site.contentUrl}/drafts`, {
        article: 'target',
        fields: { body: 'Words.\n\n## Yet another\n\nM.' },
      }),
      await post(`${site.contentUrl}/drafts`, {
        slug: 'with-it',
        fields: articleDraft({ title: 'With it', body: 'See [it](/articles/target#yet-another).' }),
      }),
    ]
    const { id } = await post(`${site.contentUrl}/releases`, {
      name: 'Two',
      drafts: drafts.map((draft) => ({ id: draft.id })),
    })
    const before = await revision()
    const effect = await effectOf(`/releases/${id}`)
    expect(effect.pages.slice(0, 2)).toEqual(['/articles/target', '/articles/with-it'])
    expect(effect.summary).toMatch(/^rebuilds \d+ pages, breaks \d links?$/)
    expect(effect.total).toBeGreaterThanOrEqual(2)
    expect(await revision()).toBe(before)
  })

  test('is refused where publishing would be, and to all but editors', async () => {
    const path = await draftOf({ slug: 'wordless', fields: { title: 'No words' } })
    expect(await effectOf(path)).toMatchObject({ status: 400, code: 'invalid-input' })
    expect((await post(`${site.workerUrl}${path}/effect`, {}, 'nobody')).status).toBe(401)
    const none = '/drafts/00000000-0000-4000-8000-000000000000'
    expect((await effectOf(none)).status).toBe(404)
    expect((await fetch(`${site.url}${path}/effect`, { method: 'POST' })).status).toBe(405)

    const withdrawn = await draftOf({ article: 'linking' })
    await site.edit('DELETE', '/articles/linking')
    expect((await effectOf(withdrawn)).status).toBe(409)
    expect((await effectOf(withdrawn, { withdrawn: false })).status).toBe(200)
  })
})
