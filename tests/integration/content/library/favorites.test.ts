import { describe, expect } from 'vitest'
import type { CategoryPage, SubcategoryPage } from '../../../../services/shared/contracts/page.ts'
import {
  articleDraft,
  type TestContent,
  contentTest as test,
} from '../../../support/content/content-service.ts'
import { compareWithTags, readAllPages } from '../../../support/pages/page-models.ts'

const filed = (category: string, subcategory: string) => [
  { category, subcategories: [{ subcategory }] },
]
const ENTITIES = [
  filed('investment-dictionaries', 'investment-concepts'),
  filed('expert-advice', 'risk-management'),
  filed('product-reviews', 'stocks'),
  filed('financial-comparisons', 'credit-card-comparisons'),
  filed('ratings-and-rankings', 'investment-apps'),
]

/** The pages of all categories and subcategories. */
async function listPages(content: TestContent): Promise<(CategoryPage | SubcategoryPage)[]> {
  const { menu } = await shellOf(content)
  const paths = menu.flatMap(({ key, children = [] }) => [key, ...children.map((leaf) => leaf.key)])
  const pages = []
  for (const path of paths) {
    const model = await content.pageModel(path)
    if (!('page' in model)) throw new Error(`${path} is ${model.status}`)
    const { page } = model
    if (page.kind !== 'category' && page.kind !== 'subcategory') throw new Error(page.kind)
    pages.push(page)
  }
  return pages
}

async function shellOf(content: TestContent) {
  const model = await content.pageModel('/')
  if (!('shell' in model)) throw new Error('There is no home page')
  return model.shell
}

/** Each list with what is beside it, and what stands on both sides. */
const sidesOf = (pages: Awaited<ReturnType<typeof listPages>>) =>
  pages.map(({ path, articles, favorites }) => {
    const beside = favorites.map((card) => card.path)
    return {
      path,
      favorites: new Set(beside).size,
      onBothSides: articles.map((card) => card.path).filter((article) => beside.includes(article)),
    }
  })

describe('the favorites beside a list', () => {
  test('are four on every page, without articles that the page shows already [M-218]', async ({
    shared: content,
  }) => {
    for (const { path, ...sides } of sidesOf(await listPages(content))) {
      expect(sides, path).toEqual({ favorites: 4, onBothSides: [] })
    }
  })

  test('are four where editors picked none: from the category, then from the site', async ({
    content,
  }) => {
    const picked = await content.db
      .selectFrom('article')
      .select('slug')
      .where('favorite', '=', true)
      .execute()
    for (const { slug } of picked) {
      await content.commit('PATCH', `/articles/${slug}`, { favorite: false })
    }
    const pages = await listPages(content)
    for (const { path, ...sides } of sidesOf(pages)) {
      expect(sides, path).toEqual({ favorites: 4, onBothSides: [] })
    }

    for (const page of pages) {
      const category = page.path.split('/').slice(0, 2).join('/')
      const all = pages
        .filter(({ path }) => path.startsWith(`${category}/`))
        .flatMap(({ articles }) => articles)
      const shown = new Set(page.articles.map(({ path }) => path))
      const others = new Set(all.map(({ path }) => path).filter((path) => !shown.has(path)))
      const ofCategory = page.favorites.filter(({ path }) => others.has(path))
      // Those of the category come first, and as many of them as there are.
      expect(page.favorites.slice(0, ofCategory.length), page.path).toEqual(ofCategory)
      expect(ofCategory.length, page.path).toBe(Math.min(4, others.size))
    }
  })

  test('are picked by editors first, but for those on the page', async ({ content }) => {
    const article = (number: number) => `/articles/picked-${number}`
    for (let number = 1; number <= 5; number++) {
      const publishedAt = `2026-11-0${number}`
      const draft = articleDraft({ publishedAt, favorite: true })
      await content.commit('PUT', article(number), draft)
    }
    const pages = await listPages(content)
    const besideOf = (path: string) =>
      pages.find((page) => page.path === path)?.favorites.map((card) => card.path)

    expect(besideOf('/expert-advice/risk-management')).toEqual([5, 4, 3, 2].map(article))
    expect(besideOf('/expert-advice/market-trends')).not.toContain(article(5))
  })

  test('are as many as there are on a site with few articles', async ({ content }) => {
    await content.db.deleteFrom('listing').execute()
    await content.db.updateTable('article').set({ status: 'gone' }).execute()
    for (const name of ['one', 'two', 'three']) {
      await content.commit('PUT', `/articles/${name}`, articleDraft())
    }
    const pages = await listPages(content)
    for (const page of pages) {
      const isTheirs = ['/expert-advice', '/expert-advice/market-trends'].includes(page.path)
      expect(page.favorites.length, page.path).toBe(isTheirs ? 0 : 3)
    }
  })

  test('change on few pages when an article is published', async ({ content }) => {
    const kept = await readAllPages(content)
    for (let number = 1; number <= 13; number++) {
      const revision = await content.revision()
      const draft = articleDraft({ entities: ENTITIES[number % ENTITIES.length] })
      await content.commit('PUT', `/articles/new-${number}`, draft)
      const touched = (await content.changesAfter(revision)).flatMap(({ tags }) => tags)
      const { met, missed, excess } = compareWithTags(kept, await readAllPages(content), touched)
      expect({ missed, excess }, `article ${number}`).toEqual({ missed: [], excess: [] })
      const beside = touched.filter((tag) => tag.startsWith('favorites:'))
      // One of each category of the article, and three of all 25 that the site fills up.
      expect(beside.length, `article ${number}: ${beside}`).toBeLessThanOrEqual(4)
      expect(met.length, `article ${number}: ${met}`).toBeLessThanOrEqual(25)
    }
  }, 120_000)
})
