import { sql } from 'kysely'
import { describe, expect } from 'vitest'
import {
  articleDraft,
  type TestContent,
  contentTest as test,
} from '../../../support/content/content-service.ts'

const TARGET = '/articles/linked-to'
const BODY = 'Words.\n\n## A heading\n\nMore.\n\n## Another heading\n\nStill more.'

const put = (content: TestContent, slug: string, body: string) =>
  content.commit('PUT', `/articles/${slug}`, articleDraft({ title: `About ${slug}`, body }))

const inbound = async (content: TestContent, query = '') =>
  (await content.edit('GET', `${TARGET}/inbound${query}`)).json()

const linked = async (content: TestContent) => {
  await put(content, 'linked-to', BODY)
  await put(
    content,
    'one',
    `Begins.\n\nSee [the words](${TARGET}#a-heading), and [again](${TARGET}).`,
  )
  await put(content, 'two', `# Two\n\n- [a neighbour](linked-to#another-heading)`)
  // Its last part is the same, and it leads elsewhere.
  await put(content, 'other', 'See [elsewhere](https://a.example/linked-to).')
}

describe('the pages that link to an article', () => {
  test('are listed with lines, words and fragments', async ({ content }) => {
    await linked(content)
    const { pages } = await inbound(content)
    expect(
      pages.sort((a: { path: string }, b: { path: string }) => (a.path < b.path ? -1 : 1)),
    ).toEqual([
      {
        path: '/articles/one',
        title: 'About one',
        links: [
          { line: 3, text: 'the words', fragment: 'a-heading' },
          { line: 3, text: 'again' },
        ],
      },
      {
        path: '/articles/two',
        title: 'About two',
        links: [{ line: 3, text: 'a neighbour', fragment: 'another-heading' }],
      },
    ])
    expect((await content.edit('GET', '/articles/other/inbound')).json()).toEqual({ pages: [] })
    expect((await content.edit('GET', '/articles/not-there/inbound')).statusCode).toBe(404)
  })

  test('are found at former addresses, and no longer once they are withdrawn', async ({
    content,
  }) => {
    await linked(content)
    await content.commit('PATCH', TARGET, { slug: 'renamed' })
    const paths = async () =>
      (await content.edit('GET', '/articles/renamed/inbound'))
        .json()
        .pages.map(({ path }: { path: string }) => path)
        .sort()
    expect(await paths()).toEqual(['/articles/one', '/articles/two'])
    await content.commit('DELETE', '/articles/one')
    expect(await paths()).toEqual(['/articles/two'])
  })

  test('come in parts', async ({ content }) => {
    await put(content, 'linked-to', BODY)
    for (const name of ['a', 'b', 'c']) await put(content, name, `[That](${TARGET}).`)
    const seen: string[] = []
    let query = '?limit=2'
    for (let part = 0; part < 2; part++) {
      const { pages, after } = await inbound(content, query)
      expect(pages).toHaveLength(2 - part)
      seen.push(...pages.map(({ path }: { path: string }) => path))
      expect(after === undefined).toBe(part === 1)
      query = `?limit=2&after=${after}`
    }
    expect(seen.sort()).toEqual(['/articles/a', '/articles/b', '/articles/c'])
    for (const query of ['?limit=51', '?limit=0', '?after=no-id']) {
      expect((await content.edit('GET', `${TARGET}/inbound${query}`)).statusCode).toBe(400)
    }
    expect((await content.edit('GET', `${TARGET}/inbound?limit=50`)).statusCode).toBe(200)
  })

  test('are found by an index, however many articles there are', async ({ content }) => {
    await sql`analyze article`.execute(content.db)
    const plan = await sql`explain select id from article
      where linked_names(body_html) && array['linked-to']::text[] and status = 'published'
      order by id::text limit 21`.execute(content.db)
    expect(JSON.stringify(plan.rows)).toContain('article_links')
  })
})

describe('an edit after which links of others lead into nothing', () => {
  test('says so where an article is withdrawn, as lint would [A13, B19]', async ({ content }) => {
    await linked(content)
    const url = `${TARGET}?dryRun=true`
    const tried = (await content.edit('DELETE', url)).json().warnings
    const { warnings } = (await content.edit('DELETE', TARGET)).json()
    expect(warnings).toEqual(tried)
    const messages = warnings.map(
      ({ code, message }: Record<string, string>) => `${code} ${message}`,
    )
    const none = `leads to "${TARGET}", and there is no such page; write the address of one that is`
    expect(messages.sort()).toEqual([
      `E-LINK-INT /articles/one, line 3: [again] ${none}`,
      `E-LINK-INT /articles/one, line 3: [the words] ${none}`,
      `E-LINK-INT /articles/two, line 3: [a neighbour] ${none}`,
    ])
  })

  test('says so where a heading is gone', async ({ content }) => {
    await linked(content)
    const answer = await content.edit('PATCH', TARGET, {
      edits: [{ find: 'A heading', replace: 'A new heading' }],
    })
    expect(answer.json().warnings).toContainEqual({
      field: '',
      code: 'E-ANCHOR',
      message: `/articles/one, line 3: [the words] leads to "#a-heading" of "${TARGET}", which has no such heading; did you mean "#a-new-heading"?`,
    })
    const again = await content.edit('PATCH', TARGET, {
      edits: [{ find: 'More.', replace: 'Much more.' }],
    })
    expect(JSON.stringify(again.json().warnings)).not.toContain('E-ANCHOR')
  })

  test('says nothing where nothing links there', async ({ content }) => {
    await linked(content)
    expect((await content.edit('DELETE', '/articles/other')).json()).toEqual({
      revision: expect.any(Number),
    })
  })
})
