import { describe, expect } from 'vitest'
import type { TitleList } from '../../../../services/shared/contracts/change.ts'
import {
  articleDraft,
  type PageModel,
  type TestContent,
  contentTest as test,
} from '../../../support/content/content-service.ts'

const REAL = '/articles/what-a-bond-is-and-why-its-price-moves'
const DRAFT = articleDraft({ favorite: true, topNotchRank: 1 })

async function titlesOf(content: TestContent): Promise<TitleList> {
  const answer = await content.app.inject('/titles')
  return answer.json()
}

const idOf = (model: PageModel) =>
  'page' in model && model.page.kind === 'article' ? model.page.article.id : undefined

/** The pages that link to an article, of those on which a new one stands. */
async function pagesWith(content: TestContent, path: string): Promise<string[]> {
  const shown = []
  for (const page of [
    '/',
    '/expert-advice',
    '/expert-advice/market-trends',
    '/authors/eleanor-whitcombe',
    '/sitemap',
    '/404.html',
  ]) {
    const model = await content.pageModel(page)
    if (JSON.stringify(model).includes(`"${path}"`)) shown.push(page)
  }
  const sitemap = await content.app.inject('/sitemap-model?path=/sitemaps/articles-1.xml')
  if (sitemap.body.includes(`"${path}"`)) shown.push('/sitemap.xml')
  return shown
}

describe('withdrawing an article', () => {
  test('removes it from every page, from the titles and from the site map', async ({ content }) => {
    await content.commit('PUT', '/articles/mine', DRAFT)
    expect(await pagesWith(content, '/articles/mine')).toHaveLength(7)
    const { id } =
      (await titlesOf(content)).titles.find(({ path }) => path === '/articles/mine') ?? {}

    const revision = await content.commit('DELETE', '/articles/mine')
    expect(await pagesWith(content, '/articles/mine')).toEqual([])
    const titles = await titlesOf(content)
    expect(titles).toMatchObject({ revision })
    expect(titles.titles.map(({ path }) => path)).not.toContain('/articles/mine')
    const asked = await content.app.inject(`/titles?ids=${id}`)
    expect(asked.json()).toMatchObject({ revision, titles: [] })
    const [change] = await content.changesAfter(revision - 1)
    expect(change?.tags).toContain(`title:${id}`)
  })

  test('leaves a page of status gone that depends on no list', async ({ content }) => {
    await content.commit('DELETE', REAL)

    const model = await content.pageModel(REAL)
    expect(model).toMatchObject({
      status: 'gone',
      page: { kind: 'gone', path: REAL, seo: { noindex: true } },
    })
    expect(JSON.stringify(model)).not.toContain('"list:')
  })

  test('is idempotent', async ({ content }) => {
    const revision = await content.commit('DELETE', REAL)
    expect(await content.commit('DELETE', REAL)).toBe(revision)
    expect((await content.edit('GET', REAL)).statusCode).toBe(404)
    expect((await content.edit('PATCH', REAL, { title: 'x' })).statusCode).toBe(404)
  })

  test('is undone by an explicit request, with the former text, id and date [M-301, F51]', async ({
    content,
  }) => {
    const before = await content.pageModel(REAL)
    const listed = await pagesWith(content, REAL)
    const text = (await content.edit('GET', REAL)).json()
    await content.commit('DELETE', REAL)
    const missing = await content.edit('GET', REAL)
    expect(missing.json().detail).toContain('PATCH with {"withdrawn": false} brings it back')
    const wrong = await content.edit('PATCH', REAL, { withdrawn: true })
    expect([wrong.statusCode, wrong.json().reasons[0].field]).toEqual([400, '/withdrawn'])

    await content.commit('PATCH', REAL, { withdrawn: false })
    const after = await content.pageModel(REAL)
    expect(after).toMatchObject({ status: 'found' })
    expect(idOf(after)).toBe(idOf(before))
    expect((await content.edit('GET', REAL)).json()).toEqual(text)
    expect(await pagesWith(content, REAL)).toEqual(listed)
  })

  test('frees its address for a new article, which inherits nothing [F51, A9, B2]', async ({
    content,
  }) => {
    const before = await content.pageModel(REAL)
    const text = (await content.edit('GET', REAL)).json()
    const gone = await content.commit('DELETE', REAL)
    const page = await content.pageModel(REAL)
    content.clock.now = new Date('2026-12-02T10:00:00Z')
    const answer = await content.edit('PUT', REAL, DRAFT)

    expect(answer.statusCode).toBe(201)
    const after = await content.pageModel(REAL)
    expect(after).toMatchObject({ status: 'found' })
    expect(idOf(after)).not.toBe(idOf(before))
    const { publishedAt } = (await content.edit('GET', REAL)).json()
    expect(publishedAt).toBe('2026-12-02T10:00:00.000Z')
    // What is stored of the page that said it was withdrawn is known to be old.
    const [change] = await content.changesAfter(gone)
    expect(change?.tags.some((tag) => page.tags.includes(tag))).toBe(true)

    const aside = `${REAL}-withdrawn`
    expect(answer.json().warnings[0]).toEqual({
      field: '',
      code: 'W-WITHDRAWN',
      message: `The article that was withdrawn from this address is kept as "${aside.slice('/articles/'.length)}": PATCH with {"withdrawn": false} brings it back there`,
    })
    await content.commit('PATCH', aside, { withdrawn: false })
    expect((await content.edit('GET', aside)).json()).toEqual(text)
    expect(idOf(await content.pageModel(aside))).toBe(idOf(before))

    await content.commit('DELETE', aside)
    await content.commit('DELETE', REAL)
    await content.commit('PUT', REAL, DRAFT)
    await content.commit('PATCH', `${aside}-2`, { withdrawn: false })
  })

  test('answers 410 at its former addresses, too, until it is published again', async ({
    content,
  }) => {
    const renamed = await content.commit('PATCH', REAL, { slug: 'bonds' })
    const moved = { status: 'moved', location: '/articles/bonds' }
    const before = await content.pageModel(REAL)
    expect(before).toMatchObject(moved)

    await content.commit('DELETE', '/articles/bonds')
    const gone = await content.pageModel(REAL)
    for (const [path, model] of Object.entries({
      [REAL]: gone,
      '/articles/bonds': await content.pageModel('/articles/bonds'),
    })) {
      expect(model).toMatchObject({ status: 'gone', page: { kind: 'gone', path } })
    }
    const { paths } = await content.app.inject('/paths?limit=1000').then((it) => it.json())
    expect(paths).toContainEqual({ path: REAL, status: 'gone' })

    await content.commit('PATCH', '/articles/bonds', { withdrawn: false })
    expect(await content.pageModel(REAL)).toMatchObject(moved)
    // Each time, what is stored of the older address is known to be old.
    const [, withdrawn, back] = await content.changesAfter(renamed - 1)
    expect(withdrawn?.tags.some((tag) => before.tags.includes(tag))).toBe(true)
    expect(back?.tags.some((tag) => gone.tags.includes(tag))).toBe(true)
  })
})

describe('titles for search', () => {
  test('are paged in the order of their ids', async ({ shared: content }) => {
    const all = (await titlesOf(content)).titles
    expect(all.length).toBeGreaterThan(20)
    expect(all.map(({ id }) => id)).toEqual(all.map(({ id }) => id).toSorted())

    const collected = []
    for (let after = ''; ; ) {
      const query = after && `&after=${after}`
      const page: TitleList = (await content.app.inject(`/titles?limit=7${query}`)).json()
      if (page.titles.length === 0) break
      collected.push(...page.titles)
      after = page.titles.at(-1)?.id ?? ''
    }
    expect(collected).toEqual(all)
  })
})

describe('the time of the last update', () => {
  const updatedAt = async (content: TestContent, path: string) => {
    const { updatedAt } = (await content.edit('GET', path)).json()
    return String(updatedAt)
  }

  test('changes only with what readers are told: a change, a correction or another value of a fact [B30]', async ({
    content,
  }) => {
    const published = '2026-02-03T00:00:00.000Z'
    await content.commit('PUT', '/articles/mine', articleDraft({ publishedAt: '2026-02-03' }))
    expect(await updatedAt(content, '/articles/mine')).toBe(published)

    content.clock.now = new Date('2026-12-02T00:00:00Z')
    for (const change of [
      { author: 'Marcus Adeyemi' },
      { entities: [{ category: 'product-reviews' }] },
      { favorite: true },
      { topNotchRank: 3 },
      { provenance: 'assisted' },
      { reviewedBy: 'Ada Bell', reviewedAt: '2026-12-01' },
      { title: 'Another title' },
      { description: 'Another description.' },
      { body: 'Another text.' },
      { body: 'A text, with a comma.', minor: true },
      { takeaways: ['Another.'] },
      { sources: [{ title: 'Another', url: 'https://a.example' }] },
      { slug: 'ours' },
      { slug: 'mine' },
    ]) {
      const current = (await content.edit('GET', '/articles/ours')).statusCode === 200
      await content.commit('PATCH', current ? '/articles/ours' : '/articles/mine', change)
    }
    await content.commit('PUT', '/articles/mine', articleDraft())
    await content.commit('DELETE', '/articles/mine')
    await content.commit('PATCH', '/articles/mine', { withdrawn: false })
    expect(await updatedAt(content, '/articles/mine')).toBe(published)

    const told: [number, object][] = [
      [3, { body: 'Another text.', note: 'All of it.' }],
      [4, { changes: [{ on: '2026-12-04', text: 'Said in the field.' }] }],
      [5, { corrections: [{ on: '2026-12-05', was: '1%', is: '2%' }] }],
    ]
    for (const [day, change] of told) {
      content.clock.now = new Date(`2026-12-0${day}T00:00:00Z`)
      await content.commit('PATCH', '/articles/mine', change)
      expect(await updatedAt(content, '/articles/mine')).toBe(`2026-12-0${day}T00:00:00.000Z`)
    }
    // What is taken back is nothing new.
    content.clock.now = new Date('2026-12-06T00:00:00Z')
    await content.commit('PATCH', '/articles/mine', { changes: [], corrections: [] })
    expect(await updatedAt(content, '/articles/mine')).toBe('2026-12-05T00:00:00.000Z')
  })

  test('stays with a warning where much of a text is another one and no note says so', async ({
    content,
  }) => {
    const text = (word: string, words: number) => `${word} `.repeat(words)
    await content.commit('PUT', '/articles/mine', articleDraft({ body: text('old', 120) }))
    const warned = async (change: object) => {
      const { warnings } = (await content.edit('PATCH', '/articles/mine', change)).json()
      return warnings.some(({ code }: { code: string }) => code === 'W-NO-NOTE')
    }
    // 49 of 289 words are other ones, and 50 of 200.
    expect(await warned({ body: text('old', 120) + text('new', 49) })).toBe(false)
    expect(await warned({ body: text('old', 75) + text('new', 25) })).toBe(true)
    expect(await warned({ body: text('other', 120) })).toBe(true)
    expect(await warned({ body: text('more', 120), minor: true })).toBe(false)
    expect(await warned({ body: text('most', 120), note: 'All of it.' })).toBe(false)
    expect(await warned({ body: 'Short.' })).toBe(true)
  })

  test('is the one that the editor sets, if any', async ({ content }) => {
    const draft = articleDraft({ publishedAt: '2026-02-03', updatedAt: '2026-03-04' })
    await content.commit('PUT', '/articles/mine', draft)
    expect(await updatedAt(content, '/articles/mine')).toBe('2026-03-04T00:00:00.000Z')

    await content.commit('PATCH', '/articles/mine', { updatedAt: '2026-03-05' })
    expect(await updatedAt(content, '/articles/mine')).toBe('2026-03-05T00:00:00.000Z')
    await content.commit('PATCH', '/articles/mine', { favorite: true })
    expect(await updatedAt(content, '/articles/mine')).toBe('2026-03-05T00:00:00.000Z')
  })
})
