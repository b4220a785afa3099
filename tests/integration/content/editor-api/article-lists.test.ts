import { expect } from 'vitest'
import {
  articleDraft,
  type TestContent,
  contentTest as test,
} from '../../../support/content/content-service.ts'

interface Listed {
  slug: string
}

const ask = async (content: TestContent, query: string) =>
  (await content.edit('GET', `/articles?${query}`)).json()

const slugsOf = ({ articles }: { articles: Listed[] }) => articles.map(({ slug }) => slug)

test('articles are listed in parts, all of them or those of an author or a category [A15, B21]', async ({
  shared: content,
}) => {
  const published = await content.db
    .selectFrom('article')
    .select(['slug', 'author'])
    .where('status', '=', 'published')
    .execute()
  const all: string[] = []
  let after = ''
  do {
    const part = await ask(content, `limit=30${after}`)
    all.push(...slugsOf(part))
    after = part.after === undefined ? '' : `&after=${part.after}`
  } while (after !== '')
  expect(all.toSorted()).toEqual(published.map(({ slug }) => slug).toSorted())

  const [{ author } = { author: '' }] = published
  const own = published.filter((article) => article.author === author).map(({ slug }) => slug)
  expect(slugsOf(await ask(content, `author=${author}`)).toSorted()).toEqual(own.toSorted())
  const categories = await ask(content, 'category=investment-dictionaries&limit=200')
  const inside = await ask(
    content,
    'category=investment-dictionaries/terms-and-definitions&limit=200',
  )
  expect(slugsOf(categories)).toEqual(expect.arrayContaining(slugsOf(inside)))
  expect(categories.articles[0]).toEqual({
    slug: expect.any(String),
    title: expect.any(String),
    author: expect.any(String),
    publishedAt: expect.any(String),
    updatedAt: expect.any(String),
  })
  expect(slugsOf(await ask(content, 'author=no-such-author'))).toEqual([])
})

test('withdrawn articles are listed apart', async ({ content }) => {
  for (const name of ['a', 'b', 'c']) {
    await content.commit('PUT', `/articles/mine-${name}`, articleDraft({ title: `Mine ${name}` }))
    await content.commit('DELETE', `/articles/mine-${name}`)
  }
  const first = await ask(content, 'state=withdrawn&limit=2')
  expect(slugsOf(first)).toEqual(['mine-a', 'mine-b'])
  expect(slugsOf(await ask(content, `state=withdrawn&after=${first.after}`))).toEqual(['mine-c'])
  expect(slugsOf(await ask(content, 'limit=200'))).not.toContain('mine-a')
})

test('a list that there cannot be is refused', async ({ shared: content }) => {
  for (const query of [
    'limit=0',
    'limit=201',
    'state=draft',
    'author=a&category=b',
    'state=withdrawn&author=a',
    'after=x',
    'category=a/b/c',
  ]) {
    expect((await content.edit('GET', `/articles?${query}`)).statusCode, query).toBe(400)
  }
  expect((await content.app.inject('/articles')).statusCode).toBe(401)
})
