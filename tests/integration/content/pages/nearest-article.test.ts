import { sql } from 'kysely'
import { describe, expect } from 'vitest'
import { contentTest as test } from '../../../support/content/content-service.ts'

const SLUG = 'what-owning-a-share-gives-you'
const PATH = `/articles/${SLUG}`

describe('the address of a missing article', () => {
  test.for([
    ['a slip at its end', 'what-owning-a-share-gives-yuo'],
    ['a slip at its beginning', 'waht-owning-a-share-gives-you'],
    ['a letter too few and one too many', 'what-ownng-a-sharre-gives-you'],
    ['a part cut off', 'what-owning-a-sha'],
    ['a full stop that was copied with it', `${SLUG}.html`],
    ['the wrong signs between its words', 'What_owning_a_share-gives-you'],
  ])('gives a suggestion after %s', async ([, typed = ''], { shared: content }) => {
    expect(await content.pageModel(`/articles/${typed}`)).toMatchObject({
      status: 'unknown',
      nearest: { path: PATH, title: 'What owning a single share actually gives you' },
    })
  })

  test.for([
    '/articles/sourdough-bread-for-beginners',
    '/articles/zzz',
    `/${SLUG}`,
    '/articles/a/b',
  ])('gives no suggestion for %s', async (path, { shared: content }) => {
    expect(await content.pageModel(path)).not.toHaveProperty('nearest')
  })

  test('gives no suggestion that was withdrawn', async ({ content }) => {
    await content.commit('DELETE', PATH)
    expect(await content.pageModel(`${PATH}r`)).toMatchObject({ status: 'unknown' })
    expect(await content.pageModel(`${PATH}r`)).not.toMatchObject({ nearest: { path: PATH } })
  })

  test('is looked up in indexes, however many articles there are', async ({ shared }) => {
    const plan = await shared.db.transaction().execute(async (tx) => {
      await sql`set local enable_seqscan = off`.execute(tx)
      const { rows } = await sql`
        explain select slug from article
        where status = 'published' and reverse(slug) collate "C" >= 'uoy'
        order by reverse(slug) collate "C" limit 6`.execute(tx)
      return JSON.stringify(rows)
    })
    expect(plan).toContain('Index Scan using article_slug_backwards')
  })
})
