import { describe, expect } from 'vitest'
import {
  articleDraft,
  type TestContent,
  contentTest as test,
} from '../../../support/content/content-service.ts'
import { storeFormerText } from '../../../support/content/store-former-text.ts'

const PATH = '/articles/mine'
const REAL = 'what-a-bond-is-and-why-its-price-moves'

const put = (content: TestContent, body: string) =>
  content.edit('PUT', PATH, articleDraft({ body }))

async function reasonsOf(content: TestContent, body: string) {
  const answer = await put(content, body)
  expect(answer.statusCode, answer.body).toBe(400)
  return answer.json().reasons
}

describe('the editor API refuses what lint refuses [F54, A10, B11]', () => {
  test.for([
    ['E-HTML', 'Some words,<br>broken.'],
    ['E-HTML', '<p>A block.</p>\n'],
    ['E-LINK-INT', 'See [nothing](/articles/there-is-none).'],
    ['E-LINK-INT', 'See [nothing](/expert-advice/no-such-list).'],
    ['E-LINK-INT', 'See [nothing](/no-such-category/feed.atom).'],
    ['E-LINK-INT', 'See [nothing]().'],
    ['E-IMAGE', '![A chart](/charts/a.png)'],
    ['E-ANCHOR', `See [a bond](/articles/${REAL}#no-such-heading).`],
    ['E-ANCHOR', 'See [below](#no-such-heading).'],
    ['E-ANCHOR', 'See [us](/info/about-us#no-such-heading).'],
    ['E-SUM', 'It costs [$2,022.26](<calc: pmt(320000, 6.5% / 12, 360)>) a month.'],
    ['E-FORMULA', 'It costs [$2,022.62](<calc: pmt(320000)>) a month.'],
    ['E-INPUT', 'Of a price of [$4](<input: price, 5 to 10>).'],
    ['E-TABLE', ': Rates {#rates chart=pie}\n\n| a | b |\n|---|---|\n| 1 | 2 |'],
    ['E-CHART', ': Rates {#rates chart=lines}\n\n| a | b |\n|---|---|\n| 1 | 2 |'],
    ['E-REPEAT', `${'a'.repeat(60)}\n\n${'a'.repeat(60)}`],
    ['E-IMAGE-HOST', '![A chart](https://pictures.example.org/a.png)'],
    ['E-IMAGE-HOST', '![A chart](//pictures.example.org/a.png)'],
  ] as const)('%s in %s', async ([code, text], { shared: content }) => {
    const reasons = await reasonsOf(content, `Begins.\n\n${text}`)
    const line = code === 'E-REPEAT' || code === 'E-TABLE' || code === 'E-CHART' ? 5 : 3
    expect(reasons).toMatchObject([{ field: '/body', code, line }])
  })

  test('and accepts links to existing pages [F54]', async ({ content }) => {
    await content.commit('PATCH', `/articles/${REAL}`, { slug: 'bonds' })
    const links = ['/', '#here', '/authors', '/search?q=a', '/expert-advice', '/sitemap.xml']
      .concat('/expert-advice/market-trends', '/expert-advice/feed.atom', '/info/about-us')
      .concat('/articles/bonds', `/articles/${REAL}`, PATH, 'https://other.example/x')
      .map((address) => `[words](${address})`)
    const short = 'b'.repeat(59)
    const text = `## Here\n\n${links.join(' ')} and \`<b>\`\n\n${short}\n\n${short}`
    const answer = await put(content, text)
    expect(answer.statusCode, answer.body).toBe(201)
  })

  test('and refuses a link to a withdrawn article, with a suggestion', async ({ content }) => {
    await content.commit('DELETE', `/articles/${REAL}`)
    const [gone] = await reasonsOf(content, `[a bond](/articles/${REAL})`)
    expect(gone.message).toContain('there is no such page')

    const slug = 'what-owning-a-share-gives-you'
    const [near] = await reasonsOf(content, `[a share](/articles/${slug}s)`)
    expect(near.message).toContain(`did you mean "/articles/${slug}"?`)
  })

  test('and does not refuse a text for links that it had before', async ({ content }) => {
    const body = `## Here\n\nSee [a bond](/articles/${REAL}) and [above](#here).`
    expect((await put(content, body)).statusCode).toBe(201)
    await content.commit('DELETE', `/articles/${REAL}`)
    const patch = (text: string) => content.edit('PATCH', PATH, { body: text })
    expect((await patch(`${body} And no more.`)).statusCode).toBe(200)
    expect((await patch(`${body} [Nothing](/articles/there-is-none).`)).statusCode).toBe(400)
    expect((await patch(body.replace('## Here', '## There'))).statusCode).toBe(400)
  })

  test('and does not check a stored text when another field is edited', async ({ content }) => {
    await content.commit('PUT', PATH, articleDraft())
    await storeFormerText(content.databaseUrl, PATH, 'Of a time<br>before.')
    await content.commit('PATCH', PATH, { favorite: true })
    const changed = await content.edit('PATCH', PATH, { body: 'Still<br>so.' })
    expect(changed.json().reasons).toMatchObject([{ code: 'E-HTML' }])
  })

  test('and warns of duplicate titles, and of table cells that are dropped [A11]', async ({
    content,
  }) => {
    const { title } = (await content.edit('GET', `/articles/${REAL}`)).json()
    const body = '| A | B |\n|---|---|\n| 1 | 2 |\n| 1 | 2 \\| 3 | 4 |'
    const answer = await content.edit(
      'PUT',
      PATH,
      articleDraft({ title: title.toUpperCase(), body }),
    )
    expect(answer.statusCode).toBe(201)
    const { warnings } = answer.json()
    expect(warnings).toContainEqual(
      expect.objectContaining({ code: 'W-DUP-TITLE', message: expect.stringContaining(REAL) }),
    )
    expect(warnings).toContainEqual(expect.objectContaining({ code: 'W-TABLE-CELLS', line: 4 }))
  })

  test('and refuses characters that override the direction of text, but not direction marks [T26]', async ({
    content,
  }) => {
    for (const character of ['\u202a', '\u202e', '\u2066', '\u2069']) {
      for (const draft of [
        { title: `Rates${character} up` },
        { body: `Rates${character} up` },
        { body: `Rates &#${character.codePointAt(0)}; up` },
        { takeaways: [`Rates${character} up`] },
      ]) {
        const answer = await content.edit('PUT', PATH, articleDraft(draft))
        expect(answer.statusCode, JSON.stringify(draft)).toBe(400)
      }
    }
    const marked = { title: 'بنك (ABC)\u200f و\u061c1', body: 'א\u200e1' }
    expect((await content.edit('PUT', PATH, articleDraft(marked))).statusCode).toBe(201)
  })

  test('and finds duplicate titles by an index [F54]', async ({ shared: { db } }) => {
    const { sql } = await import('kysely')
    const plan = await db.transaction().execute(async (tx) => {
      await sql`set local enable_seqscan = off`.execute(tx)
      return sql<{ 'QUERY PLAN': string }>`
        explain select slug from article where lower(title) = lower('A') and status = 'published'
      `.execute(tx)
    })
    expect(plan.rows.map((row) => row['QUERY PLAN']).join('\n')).toContain('article_title')
  })
})
