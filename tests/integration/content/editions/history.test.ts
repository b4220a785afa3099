import { describe, expect } from 'vitest'
import {
  articleDraft,
  type TestContent,
  contentTest as test,
} from '../../../support/content/content-service.ts'

const MINE = '/articles/mine'

const historyOf = async (content: TestContent, article = MINE) =>
  (await content.edit('GET', `${article}/editions`)).json()

describe('the editions of an article', () => {
  test('keep each text that was published, who made it, and how it ended [F59, A4, B8]', async ({
    content,
  }) => {
    const first = await content.edit('PUT', MINE, articleDraft({ body: 'First text.' }))
    const revisions = [
      await content.commit('PATCH', MINE, { body: 'Second text.', takeaways: ['One.'] }),
      await content.commit('DELETE', MINE),
      await content.commit('PATCH', MINE, { withdrawn: false }),
    ]
    const at = '2026-12-01T12:00:00.000Z'
    const made = { at, origin: 'api', by: expect.stringMatching(/^token-/) }

    const history = await historyOf(content)
    expect(history).toMatchObject({
      slug: 'mine',
      status: 'published',
      editions: [
        { number: 3, state: 'published', revision: revisions[2], made },
        { number: 2, state: 'withdrawn', revision: revisions[0], made, ended: made },
        { number: 1, state: 'superseded', revision: first.json().revision, made, ended: made },
      ],
    })
    expect(history.editions[0]).not.toHaveProperty('ended')
    const texts = await Promise.all(
      [1, 2, 3].map(async (number) =>
        (await content.edit('GET', `${MINE}/editions/${number}`)).json(),
      ),
    )
    expect(texts.map(({ draft }) => draft.body)).toEqual([
      'First text.',
      'Second text.',
      'Second text.',
    ])
    expect(texts[1]).toMatchObject({ draft: { takeaways: ['One.'], author: 'Eleanor Whitcombe' } })
  })

  test('begin with what stood there before its first edit, and say so before that', async ({
    content,
  }) => {
    const imported = '/articles/what-a-bond-is-and-why-its-price-moves'
    const before = await content.edit('GET', imported)
    expect((await historyOf(content, imported)).editions).toEqual([
      {
        number: 1,
        state: 'published',
        slug: expect.any(String),
        title: before.json().title,
        etag: before.headers.etag,
      },
    ])
    const unedited = (await content.edit('GET', `${imported}/editions/1`)).json()
    expect(unedited.draft).toEqual(before.json())

    await content.commit('PATCH', imported, { title: 'Another title of bonds' })
    expect((await historyOf(content, imported)).editions).toMatchObject([
      { number: 2, state: 'published', title: 'Another title of bonds' },
      { number: 1, state: 'superseded', title: before.json().title, etag: before.headers.etag },
    ])
    expect((await content.edit('GET', `${imported}/editions/1`)).json().draft).toEqual(
      before.json(),
    )
  })

  test('can be put back as they were, by a save that names what it replaces [A4, B22]', async ({
    content,
  }) => {
    await content.commit('PUT', MINE, articleDraft({ body: 'First text.', takeaways: ['One.'] }))
    const second = await content.edit('PUT', MINE, articleDraft({ body: 'Second text.' }))
    const { draft } = (await content.edit('GET', `${MINE}/editions/1`)).json()
    const now = { 'if-match': String(second.headers.etag) }
    const { updatedAt: _, ...fields } = draft
    expect((await content.edit('PUT', MINE, fields, now)).statusCode).toBe(200)
    expect((await content.edit('GET', MINE)).json()).toMatchObject(fields)
    expect((await historyOf(content)).editions).toHaveLength(3)
  })

  test('are not made by an edit that changes nothing, nor by a dry run', async ({ content }) => {
    await content.commit('PUT', MINE, articleDraft())
    await content.commit('PUT', MINE, articleDraft())
    await content.edit('PATCH', `${MINE}?dryRun=true`, { title: 'Not saved' })
    await content.import()
    expect((await historyOf(content)).editions).toHaveLength(1)
  })

  test('are listed in parts', async ({ content }) => {
    for (const number of [1, 2, 3, 4, 5]) {
      await content.commit('PUT', MINE, articleDraft({ body: `Text ${number}.` }))
    }
    const first = (await content.edit('GET', `${MINE}/editions?limit=2`)).json()
    expect(first.editions.map(({ number }: { number: number }) => number)).toEqual([5, 4])
    const rest = (await content.edit('GET', `${MINE}/editions?before=${first.before}`)).json()
    expect(rest.editions.map(({ number }: { number: number }) => number)).toEqual([3, 2, 1])
    expect(rest).not.toHaveProperty('before')
  })

  test('stay as they are, also for who writes to the database by hand [F59]', async ({
    content,
  }) => {
    await content.commit('PUT', MINE, articleDraft())
    await expect(
      content.db.updateTable('edition').set({ body: 'Other' }).execute(),
    ).rejects.toThrow('edition 1 of article')
    await expect(content.db.deleteFrom('edition').execute()).rejects.toThrow('stays as it is')
  })

  test('of a new article at the address of one that was withdrawn are its own', async ({
    content,
  }) => {
    await content.commit('PUT', MINE, articleDraft({ title: 'The former one' }))
    await content.commit('DELETE', MINE)
    await content.commit('PUT', MINE, articleDraft({ title: 'The new one' }))
    expect((await historyOf(content)).editions).toMatchObject([{ number: 1, title: 'The new one' }])
    expect((await historyOf(content, '/articles/mine-withdrawn')).editions).toMatchObject([
      { number: 1, state: 'withdrawn', title: 'The former one' },
    ])
  })

  test('are compared field by field, line by line, and figure by figure', async ({ content }) => {
    const body = 'A fee of 2.5% on $10,000.\n\nThe same.\n\nThe end.'
    await content.commit('PUT', MINE, articleDraft({ body, favorite: true }))
    const changed = { body: body.replace('2.5%', '3%').replace('\n\nThe end.', ''), title: 'Other' }
    await content.commit('PUT', MINE, articleDraft(changed))
    const diff = (await content.edit('GET', `${MINE}/diff?from=1`)).json()
    expect(diff).toMatchObject({
      from: 1,
      to: 2,
      fields: [
        { field: 'title', was: 'How a test works', is: 'Other' },
        { field: 'favorite', was: true },
      ],
      text: [
        { line: 1, was: 'A fee of 2.5% on $10,000.', is: 'A fee of 3% on $10,000.' },
        { line: 4, was: '\nThe end.', is: '' },
      ],
      figures: { gone: ['2.5%'], added: ['3%'] },
    })
  })

  test('of all articles are listed with the last one first, and those of one editor alone [B21]', async ({
    content,
  }) => {
    await content.commit('PUT', MINE, articleDraft())
    content.clock.now = new Date('2026-12-01T13:00:00Z')
    await content.commit('PUT', '/articles/other', articleDraft({ title: 'Another one' }))
    await content.commit('PATCH', MINE, { slug: 'moved' })
    const ask = async (query: string) => (await content.edit('GET', `/editions?${query}`)).json()
    const all = await ask('limit=3')
    const made = { origin: 'api', by: expect.any(String) }
    expect(all.editions).toHaveLength(3)
    expect(all.editions).toEqual(
      expect.arrayContaining([
        expect.objectContaining({
          article: 'moved',
          number: 2,
          made: { ...made, at: '2026-12-01T13:00:00.000Z' },
        }),
        expect.objectContaining({ article: 'other', number: 1 }),
      ]),
    )
    expect(all.editions[2]).toMatchObject({ article: 'moved', number: 1, slug: 'mine' })
    const first = await ask('limit=1')
    const rest = await ask(`after=${first.after}`)
    expect([...first.editions, ...rest.editions]).toEqual(all.editions)
    const [
      {
        made: { by },
      },
    ] = all.editions
    expect((await ask(`by=${by}`)).editions).toEqual(all.editions)
    expect((await ask('by=nobody')).editions).toEqual([])
    expect((await content.edit('GET', '/editions?after=x')).statusCode).toBe(400)
  })

  test('that are not there are answered so', async ({ content }) => {
    await content.commit('PUT', MINE, articleDraft())
    const statuses: Record<string, number> = {
      '/articles/no-such/editions': 404,
      '/articles/mine/editions/7': 404,
      '/articles/mine/editions/0': 400,
      '/articles/mine/editions/2147483648': 400,
      '/articles/mine/editions?limit=100': 200,
      '/articles/mine/editions?limit=101': 400,
      '/articles/mine/diff': 400,
      '/articles/mine/diff?from=1&to=9': 404,
    }
    for (const [url, status] of Object.entries(statuses)) {
      expect((await content.edit('GET', url)).statusCode, url).toBe(status)
      expect((await content.app.inject(url)).statusCode, url).toBe(401)
    }
  })
})
