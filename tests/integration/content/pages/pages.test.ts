import { Value } from 'typebox/value'
import { describe, expect } from 'vitest'
import { inSnapshot } from '../../../../services/content/database/in-snapshot.ts'
import { SitemapModel } from '../../../../services/shared/contracts/page-model.ts'
import {
  articleDraft,
  type PageModel,
  type TestContent,
  contentTest as test,
} from '../../../support/content/content-service.ts'

const KINDS = {
  '/': 'home',
  '/authors': 'authors',
  '/authors/eleanor-whitcombe': 'author',
  '/info/about-us': 'info',
  '/privacy-policy': 'info',
  '/terms': 'info',
  '/sitemap': 'sitemap',
  '/search': 'search',
  '/404.html': 'not-found',
  '/expert-advice': 'category',
  '/product-reviews/etfs': 'subcategory',
  '/articles/how-a-broad-index-etf-works': 'article',
}

async function sitemapOf(content: TestContent, path: string): Promise<SitemapModel> {
  return (await content.app.inject(`/sitemap-model?path=${path}`)).json()
}

/** What all files of the site map name, by the index. */
async function allEntriesOf(content: TestContent): Promise<SitemapModel['entries']> {
  const { entries } = await sitemapOf(content, '/sitemap.xml')
  const files = await Promise.all(entries.map(({ path }) => sitemapOf(content, path)))
  return files.flatMap((file) => file.entries)
}

test('the home page shows the chart of its first article, where that has one', async ({
  content,
}) => {
  const save = (body: string) =>
    content.commit('PUT', '/articles/first', articleDraft({ topNotchRank: 1, body }))
  const chart = async () => {
    const model = await content.pageModel('/')
    return model.status === 'found' && model.page.kind === 'home' ? model.page.leadChart : null
  }
  const rows = '| Year | Value |\n|---|---:|\n| 1 | 10 |\n| 2 | 20 |\n| 3 | 30 |\n'
  await save(`: Growth {#growth chart=lines}\n\n${rows}`)
  expect(await chart()).toMatch(/^<svg class="chart-wide".*<svg class="chart-narrow".*<\/svg>$/s)
  await save(rows)
  expect(await chart()).toBeUndefined()
})

describe('page models of the real content', () => {
  test('exist at every address of the site map, each with its own title and description', async ({
    shared: content,
  }) => {
    const entries = await allEntriesOf(content)
    const paths = [...entries.map(({ path }) => path), '/search', '/404.html']
    expect(new Set(paths).size).toBe(paths.length)

    const pathByTitle = new Map<string, string>()
    const pathByDescription = new Map<string, string>()
    for (const path of paths) {
      const model = await content.pageModel(path)
      if (model.status !== 'found') throw new Error(`${path} is ${model.status}`)
      const { seo } = model.page
      expect(model.page.path).toBe(path)
      expect(pathByTitle.get(seo.title), seo.title).toBeUndefined()
      expect(pathByDescription.get(seo.description), seo.description).toBeUndefined()
      pathByTitle.set(seo.title, path)
      pathByDescription.set(seo.description, path)
    }
    for (const [path, kind] of Object.entries(KINDS)) {
      expect(await content.pageModel(path)).toMatchObject({ status: 'found', page: { kind } })
    }
  })

  test('are two pages for a subcategory of two categories [M-136]', async ({ content }) => {
    const [reviews, ratings] = await Promise.all(
      ['/product-reviews', '/ratings-and-rankings'].map((category) =>
        content.pageModel(`${category}/other-financial-products`),
      ),
    )
    for (const model of [reviews, ratings]) {
      expect(model).toMatchObject({ status: 'found', page: { kind: 'subcategory' } })
    }
    const partsOf = (model: PageModel | undefined) =>
      model && 'page' in model && model.page.kind === 'subcategory'
        ? { seo: model.page.seo, articles: model.page.articles, category: model.page.category }
        : undefined
    const [first, second] = [partsOf(reviews), partsOf(ratings)]
    expect(first?.seo).not.toEqual(second?.seo)
    expect(first?.category).not.toEqual(second?.category)
    const paths = new Set(first?.articles.map(({ path }) => path))
    expect(second?.articles.filter(({ path }) => paths.has(path))).toEqual([])

    await content.commit(
      'PUT',
      '/articles/mine',
      articleDraft({ entities: [{ category: 'ratings-and-rankings' }] }),
    )
    const shows = async (path: string) =>
      JSON.stringify(await content.pageModel(path)).includes('/articles/mine')
    expect(await shows('/ratings-and-rankings/other-financial-products')).toBe(true)
    expect(await shows('/product-reviews/other-financial-products')).toBe(false)
  })

  test('have null at the ends of the tree, and do not expose the fallback [M-308, M-309]', async ({
    shared: content,
  }) => {
    const model = await content.pageModel('/expert-advice')
    const category = 'page' in model && model.page.kind === 'category' ? model.page.category : null

    expect(Object.keys(category ?? {}).toSorted()).toEqual([
      'children',
      'description',
      'slug',
      'title',
    ])
    for (const child of category?.children ?? []) {
      expect(Object.keys(child).toSorted()).toEqual(['children', 'description', 'slug', 'title'])
      expect(child.children).toBeNull()
    }
    expect(category?.children).toHaveLength(4)
  })

  test('show no article twice on the home page, whatever editors picked', async ({ content }) => {
    const homePage = async () => {
      const model = await content.pageModel('/')
      if (model.status !== 'found' || model.page.kind !== 'home') throw new Error(model.status)
      const { topNotch, strips, favorites } = model.page
      const blocks = [topNotch, ...strips.map(({ articles }) => articles), favorites]
      const paths = blocks.flat().map(({ path }) => path)
      expect(new Set(paths).size).toBe(paths.length)
      return { blocks: blocks.map((cards) => cards.map(({ path }) => path)), paths }
    }
    const before = await homePage()
    expect(before.blocks.map(({ length }) => length)).toEqual([4, 2, 2, 2, 2, 2, 4])

    const everywhere = {
      entities: [{ category: 'expert-advice' }, { category: 'product-reviews' }],
      favorite: true,
      publishedAt: '2026-11-30',
    }
    await content.commit('PUT', '/articles/twice', articleDraft(everywhere))
    expect((await homePage()).blocks[0]).toContain('/articles/twice')
    await content.commit(
      'PUT',
      '/articles/later',
      articleDraft({ ...everywhere, favorite: false, publishedAt: '2026-11-29' }),
    )
    const { blocks } = await homePage()
    expect(blocks.filter((block) => block.includes('/articles/later'))).toHaveLength(1)
    // What was above is among the favorites as soon as it stands nowhere else.
    for (let day = 1; day <= 6; day++) {
      await content.commit(
        'PUT',
        `/articles/day-${day}`,
        articleDraft({ ...everywhere, favorite: false, publishedAt: '2026-12-01' }),
      )
    }
    expect((await homePage()).blocks.at(-1)).toContain('/articles/twice')
    expect((await homePage()).blocks.map(({ length }) => length)).toEqual([4, 2, 2, 2, 2, 2, 4])
  })

  test('label no card with the fallback subcategory', async ({ content }) => {
    const labelIn = async (path: string) => {
      const model = await content.pageModel(path)
      if (model.status !== 'found' || model.page.kind !== 'category') throw new Error(model.status)
      return model.page.articles.find((card) => card.path === '/articles/mine')?.section
    }
    await content.commit(
      'PUT',
      '/articles/mine',
      articleDraft({ entities: [{ category: 'expert-advice' }] }),
    )
    expect(await labelIn('/expert-advice')).toEqual({
      title: 'Expert advice',
      path: '/expert-advice',
    })
    const subcategories = [{ subcategory: 'risk-management' }]
    await content.commit('PATCH', '/articles/mine', {
      entities: [{ category: 'expert-advice', subcategories }],
    })
    expect(await labelIn('/expert-advice')).toEqual({
      title: 'Risk management',
      path: '/expert-advice/risk-management',
    })
  })

  test('show a description once that repeats the beginning of the text, whatever their typography', async ({
    content,
  }) => {
    const body = 'A bank\'s "rate" of 3 % is what it pays for a year.\n\nMore.'
    const repeats = async (draft: object) => {
      await content.commit('PUT', '/articles/mine', articleDraft({ body, ...draft }))
      const model = await content.pageModel('/articles/mine')
      return 'page' in model && model.page.kind === 'article'
        ? model.page.article.descriptionRepeatsText
        : undefined
    }
    expect(await repeats({ description: undefined })).toBe(true)
    expect(await repeats({ description: 'A bank\'s "rate" of 3 % is what it pays…' })).toBe(true)
    expect(await repeats({ description: 'What a bank pays.' })).toBeUndefined()
  })

  test('carry the content node of an article, with all placements and their topics [M-306]', async ({
    content,
  }) => {
    const nodeNow = async () => {
      const model = await content.pageModel('/articles/mine')
      if (model.status !== 'found' || model.page.kind !== 'article') throw new Error(model.status)
      return { node: model.page.node, id: model.page.article.id, tags: model.tags }
    }
    const entities = [
      {
        category: 'product-reviews',
        subcategories: [
          { subcategory: 'etfs', subsubcategories: ['bond-funds', 'gold'] },
          { subcategory: 'stocks', subsubcategories: [] },
        ],
      },
      {
        category: 'expert-advice',
        subcategories: [{ subcategory: 'risk-management', subsubcategories: ['hedging'] }],
      },
    ]
    await content.commit('PUT', '/articles/mine', articleDraft({ entities }))
    const { node, id, tags } = await nodeNow()
    expect(node).toEqual({
      id,
      frontmatter: {
        title: 'How a test works',
        slug: 'mine',
        description: 'What a test is for.',
        author: 'Eleanor Whitcombe',
        entities,
      },
    })

    const [first, second] = entities
    const elsewhere = [first, { ...second, subcategories: [{ subcategory: 'market-trends' }] }]
    const revision = await content.commit('PATCH', '/articles/mine', { entities: elsewhere })
    expect((await nodeNow()).node?.frontmatter.entities.at(-1)).toEqual({
      category: 'expert-advice',
      subcategories: [{ subcategory: 'market-trends', subsubcategories: [] }],
    })
    const [change] = await content.changesAfter(revision - 1)
    expect(change?.tags.filter((tag) => tags.includes(tag))).toContain(`article:${id}`)
  })

  test('redirect from guessed addresses [M-103]', async ({ shared: content }) => {
    for (const [from, location] of Object.entries({
      '/about': '/info/about-us',
      '/about-us': '/info/about-us',
      '/privacy': '/privacy-policy',
      '/terms-of-use': '/terms',
    })) {
      expect(await content.pageModel(from)).toMatchObject({ status: 'moved', location })
    }
  })

  test('do not exist for unknown paths', async ({ shared: content }) => {
    for (const path of [
      '/nothing',
      '/expert-advice/etfs',
      '/etfs',
      '/product-reviews/etfs/page/1',
      '/authors/nobody',
      '/articles/nothing',
      '/articles',
      '/info',
      '/index.html',
      '/sitemap/page/9',
      '/expert-advice/page/0',
    ]) {
      expect(await content.pageModel(path), path).toMatchObject({ status: 'unknown' })
    }
  })

  test('are one snapshot: a concurrent edit is in neither the page nor its revision', async ({
    content,
  }) => {
    const path = '/articles/how-a-broad-index-etf-works'
    const before = await content.pageModel(path)
    const edited = await inSnapshot(content.read, async (snapshot) => {
      await snapshot.selectFrom('history').select('revision').executeTakeFirstOrThrow()
      const revision = await content.commit('PATCH', path, { title: 'Edited meanwhile' })
      // Whatever is read from here on is as it was when the first word was read.
      const seen = await snapshot
        .selectFrom('history')
        .innerJoin('article', (join) => join.on('article.slug', '=', path.slice(10)))
        .select(['history.revision', 'article.title'])
        .executeTakeFirstOrThrow()
      expect(before).toMatchObject({
        revision: seen.revision,
        page: { article: { title: seen.title } },
      })
      return revision
    })

    expect(await content.pageModel(path)).toMatchObject({
      revision: edited,
      page: { article: { title: 'Edited meanwhile' } },
    })
  })

  test('stay consistent while an editor writes continuously', async ({ content }) => {
    const path = '/articles/mine'
    const first = await content.commit('PUT', path, articleDraft({ title: 'Title 0' }))
    let writing = true
    const writer = (async () => {
      for (let count = 1; count <= 40; count++) {
        await content.commit('PATCH', path, { title: `Title ${count}` })
      }
      writing = false
    })()

    const seen = new Set<number>()
    while (writing) {
      const model = await content.pageModel(path)
      if (!('page' in model) || model.page.kind !== 'article') throw new Error('not found')
      expect(model.page.article.title).toBe(`Title ${model.revision - first}`)
      seen.add(model.revision)
    }
    await writer
    expect(seen.size).toBeGreaterThan(2)
  })

  test('give the site map the true times of the last changes [M-107]', async ({ content }) => {
    content.clock.now = new Date('2026-12-02T03:04:05.678Z')
    const path = '/articles/how-a-broad-index-etf-works'
    const before = await allEntriesOf(content)
    await content.commit('PATCH', path, { body: 'Another text.', note: 'All of it.' })
    const index = await sitemapOf(content, '/sitemap.xml')
    const after = await allEntriesOf(content)

    expect(Value.Errors(SitemapModel, index)).toEqual([])
    expect(index.entries).toContainEqual({
      path: '/sitemaps/articles-1.xml',
      modifiedAt: '2026-12-02T03:04:05.678Z',
    })
    expect(await sitemapOf(content, '/sitemap-index.xml')).toMatchObject({ entries: index.entries })
    const changed = after.filter(
      (entry) =>
        !before.some((old) => old.path === entry.path && old.modifiedAt === entry.modifiedAt),
    )
    // Lists have no other articles than before.
    expect(changed).toEqual([{ path, modifiedAt: '2026-12-02T03:04:05.678Z' }])
  })
})
