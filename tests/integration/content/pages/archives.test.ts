import { readdir, readFile } from 'node:fs/promises'
import path from 'node:path'
import { describe, expect } from 'vitest'
import {
  articleDraft,
  type TestContent,
  contentTest as test,
} from '../../../support/content/content-service.ts'

const LIST = '/expert-advice/market-trends'

/** The real content with two articles a page, and `count` articles in one subcategory. */
async function publishMany(content: TestContent, count: number): Promise<void> {
  const file = path.join(content.folder.folder, 'site.yaml')
  const site = await readFile(file, 'utf8')
  await content.folder.write('site.yaml', site.replace('pageSize: 12', 'pageSize: 2'))
  await publishOnly(content, count)
}

/** The real content, and `count` articles in one subcategory. */
async function publishOnly(content: TestContent, count: number): Promise<void> {
  await content.folder.unlink()
  for (const name of await readdir(path.join(content.folder.folder, 'articles/en_US'))) {
    const article = `articles/en_US/${name}`
    const isListed = (await content.folder.read(article)).includes('subcategory: market-trends')
    if (isListed) await content.folder.remove(article)
  }
  await content.import()
  for (let number = 1; number <= count; number++) await publish(content, number)
}

/** Each a day later than the one before. */
const publish = (content: TestContent, number: number) =>
  content.commit(
    'PUT',
    `/articles/a${number}`,
    articleDraft({
      title: `Article ${number}`,
      publishedAt: `2026-01-${String(number).padStart(2, '0')}`,
    }),
  )

/** What stands on a page: the numbers of its articles, in its order. */
async function articlesOn(content: TestContent, page: string): Promise<string[] | undefined> {
  const model = await content.pageModel(page)
  if (model.status !== 'found') return undefined
  return 'articles' in model.page ? model.page.articles.map(({ path }) => path.slice(10)) : []
}

async function archiveOf(content: TestContent, page: string) {
  const model = await content.pageModel(page)
  return 'page' in model && 'archive' in model.page ? model.page.archive : undefined
}

describe('an archive', () => {
  test('does not exist below two full pages of articles', async ({ content }) => {
    await publishMany(content, 3)

    expect(await articlesOn(content, LIST)).toEqual(['a3', 'a2', 'a1'])
    expect(await archiveOf(content, LIST)).toEqual({ base: LIST, pages: 0 })
    expect(await articlesOn(content, `${LIST}/page/1`)).toBeUndefined()
  })

  test('has twelve articles on each page: with 23 there is none, with 24 there is one [M-907]', async ({
    content,
  }) => {
    await publishOnly(content, 23)
    expect(await articlesOn(content, LIST)).toHaveLength(23)
    expect(await archiveOf(content, LIST)).toEqual({ base: LIST, pages: 0 })
    await publish(content, 24)
    expect(await articlesOn(content, LIST)).toHaveLength(12)
    expect(await articlesOn(content, `${LIST}/page/1`)).toHaveLength(12)
    expect(await archiveOf(content, LIST)).toEqual({ base: LIST, pages: 1 })
  })

  test('has full pages only, numbered from the oldest, which publishing does not change [M-006, P2]', async ({
    content,
  }) => {
    await publishMany(content, 4)
    expect(await articlesOn(content, LIST)).toEqual(['a4', 'a3'])
    expect(await archiveOf(content, LIST)).toEqual({ base: LIST, pages: 1 })
    expect(await articlesOn(content, `${LIST}/page/1`)).toEqual(['a2', 'a1'])

    const first = await content.pageModel(`${LIST}/page/1`)
    await publish(content, 5)
    expect(await articlesOn(content, LIST)).toEqual(['a5', 'a4', 'a3'])
    expect(await articlesOn(content, `${LIST}/page/2`)).toBeUndefined()
    expect({ ...(await content.pageModel(`${LIST}/page/1`)), revision: 0 }).toEqual({
      ...first,
      revision: 0,
    })

    await publish(content, 6)
    expect(await articlesOn(content, LIST)).toEqual(['a6', 'a5'])
    expect(await archiveOf(content, LIST)).toEqual({ base: LIST, pages: 2 })
    expect(await articlesOn(content, `${LIST}/page/1`)).toEqual(['a2', 'a1'])
    expect(await articlesOn(content, `${LIST}/page/2`)).toEqual(['a4', 'a3'])
    expect(await articlesOn(content, `${LIST}/page/3`)).toBeUndefined()
  })

  test('shows a back-dated article on the list itself until its page is full', async ({
    content,
  }) => {
    await publishMany(content, 6)
    const backDated = articleDraft({ title: 'Back-dated', publishedAt: '2024-12-01' })
    await content.commit('PUT', '/articles/back-dated', backDated)
    expect(await articlesOn(content, LIST)).toEqual(['a6', 'a5', 'back-dated'])

    for (const number of [7, 8, 9]) await publish(content, number)
    expect(await articlesOn(content, LIST)).toEqual(['a9', 'a8'])
    expect(await articlesOn(content, `${LIST}/page/4`)).toEqual(['a7', 'back-dated'])
  })

  test('keeps its pages when an article is removed, with a gap', async ({ content }) => {
    await publishMany(content, 6)
    await content.commit('DELETE', '/articles/a2')

    expect(await articlesOn(content, `${LIST}/page/1`)).toEqual(['a1'])
    expect(await articlesOn(content, `${LIST}/page/2`)).toEqual(['a4', 'a3'])
    await content.commit('DELETE', '/articles/a1')
    expect(await articlesOn(content, `${LIST}/page/1`)).toEqual([])
    expect(await articlesOn(content, `${LIST}/page/2`)).toEqual(['a4', 'a3'])

    await publish(content, 2)
    expect(await articlesOn(content, `${LIST}/page/1`)).toEqual([])
    expect(await articlesOn(content, LIST)).toEqual(['a6', 'a5', 'a2'])
  })

  test('fills the list from its newest page when articles are removed', async ({ content }) => {
    await publishMany(content, 7)
    for (const name of ['a5', 'a6']) await content.commit('DELETE', `/articles/${name}`)

    expect(await articlesOn(content, LIST)).toEqual(['a7', 'a4'])
    expect(await articlesOn(content, `${LIST}/page/2`)).toEqual(['a4', 'a3'])
  })

  test('drops pages at its end that have no articles', async ({ content }) => {
    await publishMany(content, 8)
    for (const name of ['a5', 'a6', 'a4', 'a7', 'a3']) {
      await content.commit('DELETE', `/articles/${name}`)
    }
    expect(await archiveOf(content, LIST)).toEqual({ base: LIST, pages: 3 })

    await content.commit('DELETE', '/articles/a8')
    expect(await archiveOf(content, LIST)).toEqual({ base: LIST, pages: 0 })
    for (const number of [1, 2, 3]) {
      expect(await articlesOn(content, `${LIST}/page/${number}`)).toBeUndefined()
    }
    expect(await articlesOn(content, LIST)).toEqual(['a2', 'a1'])
  })

  test('links to its neighbours only, and is titled after its list [M-007]', async ({
    content,
  }) => {
    await publishMany(content, 9)
    const model = await content.pageModel(`${LIST}/page/1`)

    expect(model).toMatchObject({
      status: 'found',
      page: {
        kind: 'archive',
        number: 1,
        archive: { base: LIST, pages: 2 },
        list: { path: LIST },
        breadcrumb: [{ path: '/expert-advice' }],
      },
    })
    const titles = new Set<string>()
    for (const base of [LIST, '/expert-advice', '/authors/eleanor-whitcombe']) {
      for (const number of [1, 2]) {
        const page = await content.pageModel(`${base}/page/${number}`)
        if (!('page' in page)) throw new Error(`${base} has no page ${number}`)
        titles.add(page.page.seo.title).add(page.page.seo.description)
      }
    }
    expect(titles.size).toBe(12)
  })

  test('treats a moved article as a new one of its new list', async ({ content }) => {
    await publishMany(content, 7)
    const entities = [
      { category: 'expert-advice', subcategories: [{ subcategory: 'risk-management' }] },
    ]
    await content.commit('PATCH', '/articles/a1', { entities })

    expect(await articlesOn(content, `${LIST}/page/1`)).toEqual(['a2'])
    expect(await articlesOn(content, '/expert-advice/risk-management')).toContain('a1')
    await content.commit('PATCH', '/articles/a1', { title: 'Changed' })
    expect(await articlesOn(content, `${LIST}/page/2`)).toEqual(['a4', 'a3'])
  })
})
