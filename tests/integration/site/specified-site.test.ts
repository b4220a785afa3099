import { readdir, readFile } from 'node:fs/promises'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { parse } from 'yaml'
import { isPicturePath } from '../../../services/shared/addresses/picture-address.ts'
import { addressOf } from '../../../services/shared/addresses/topic-address.ts'
import { REAL_CONTENT } from '../../support/content/content-folder.ts'
import { rawRequest } from '../../support/hostile/raw-request.ts'
import { type WiredSite, wireSite } from '../../support/site/wire-site.ts'

// What the specification says of the whole site, asked of the whole site.

const SITE_TITLE = 'Finlore'

/** Category, and its subcategories: the last one takes what has none. */
const TREE = {
  'investment-dictionaries': [
    ...['terms-and-definitions', 'investment-concepts', 'financial-terminology'],
    'other-resources',
  ],
  'expert-advice': [
    ...['market-trends', 'investment-strategies', 'risk-management'],
    'other-expert-advice',
  ],
  'product-reviews': ['mutual-funds', 'stocks', 'etfs', 'other-financial-products'],
  'financial-comparisons': [
    ...['credit-card-comparisons', 'savings-account-comparisons'],
    ...['loans-and-mortgages-comparisons', 'other-financial-comparisons'],
  ],
  'ratings-and-rankings': [
    ...['top-investment-platforms', 'financial-advisors', 'investment-apps'],
    'other-financial-products',
  ],
}

let site: WiredSite
beforeAll(async () => {
  site = await wireSite({ contentFolder: REAL_CONTENT })
})
afterAll(() => site.close())

const get = (address: string) => rawRequest(site.url, address, {})

/** What browsers and search engines are told a page is. */
async function seoOf(address: string) {
  const { status, text } = await get(address)
  const [, title = ''] = /<title[^>]*>([^<]*)<\/title>/.exec(text) ?? []
  const [, description = ''] = /<meta name="description" content="([^"]*)"/.exec(text) ?? []
  return { status, title: unescaped(title), description: unescaped(description) }
}

const unescaped = (text: string) =>
  text
    .replaceAll('&quot;', '"')
    .replaceAll('&#39;', "'")
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&amp;', '&')

const readYaml = async (file: string) =>
  parse(await readFile(path.join(REAL_CONTENT, file), 'utf8'))

describe('the routes of the specification', () => {
  test.each([
    ['home', '/'],
    ['authors', '/authors'],
    ['about-us', '/info/about-us'],
    ['privacy-policy', '/privacy-policy'],
    ['terms', '/terms'],
    ['sitemap', '/sitemap'],
    ['not-found', '/no-such-page'],
  ])(
    '%s has its own title and description at %s [M-009, M-101, M-102, M-103, M-104, M-105, M-106, M-312]',
    async (name, address) => {
      const { [name]: seo } = await readYaml('page-seo/en_US.yaml')
      expect(await seoOf(address)).toEqual({
        status: name === 'not-found' ? 404 : 200,
        title: name === 'home' ? seo.title : `${seo.title} – ${SITE_TITLE}`,
        description: seo.description,
      })
    },
  )

  test('an unknown address has the frame, a search and more articles [M-108, M-216]', async () => {
    const { text } = await get('/no-such-page')
    for (const part of [
      'class="site-header"',
      'class="site-footer"',
      'role="search"',
      '>Have More wonderful Stuff<',
      '<meta name="robots" content="noindex',
    ]) {
      expect(text).toContain(part)
    }
  })

  test('an author has the title and the description that are stored for the name [M-005, M-110, M-114, M-311]', async () => {
    const authors: Record<string, string>[] = await readYaml('authors/en_US.yaml')
    for (const author of authors.slice(0, 5)) {
      expect(await seoOf(`/authors/${author.slug}`)).toEqual({
        status: 200,
        title: `${author.meta_title} – ${SITE_TITLE}`,
        description: author.meta_description,
      })
    }
    const { text } = await get('/authors')
    for (const { slug } of authors) expect(text).toContain(`href="/authors/${slug}"`)
  })

  test.each(['en_US', 'ru_RU', 'tr_TR'])(
    'articles in %s are signed by about 50 authors [M-909]',
    async (locale) => {
      const authors: unknown[] = await readYaml(`authors/${locale}.yaml`)
      expect(authors.length).toBeGreaterThanOrEqual(40)
      expect(authors.length).toBeLessThanOrEqual(60)
    },
  )

  test.each(Object.entries(TREE))(
    '%s has its four subcategories [M-003, M-130, M-131, M-132, M-133, M-134]',
    async (category, children) => {
      const { text } = await get(`/${category}`)
      const chips = [...text.matchAll(/<a href="(\/[a-z-]+\/[a-z-]+)"/g)].map(([, link]) => link)
      const expected = children.map((child) => `/${category}/${child}`)
      expect([...new Set(chips)].filter((link) => link?.startsWith(`/${category}/`))).toEqual(
        expect.arrayContaining(expected),
      )
      for (const address of expected) expect((await get(address)).status, address).toBe(200)

      const categories: { slug: string; fallback: string }[] =
        await readYaml('categories/en_US.yaml')
      expect(categories.find(({ slug }) => slug === category)?.fallback).toBe(children.at(-1))
    },
  )

  test('there are no other categories, and no subcategory in another category [M-111, M-112]', async () => {
    const categories: { slug: string }[] = await readYaml('categories/en_US.yaml')
    expect(categories.map(({ slug }) => slug)).toEqual(Object.keys(TREE))
    for (const address of ['/expert-advice/etfs', '/product-reviews/market-trends', '/stocks']) {
      expect((await get(address)).status, address).toBe(404)
    }
  })
})

describe('every page', () => {
  test('has a title and a description, which no other page has [M-113]', async () => {
    const { paths } = await site.contentClient.listPaths(undefined, 1_000)
    const pages = paths.filter(
      ({ path: at, status }) => status === 'found' && at !== '/404.html' && !isPicturePath(at),
    )
    expect(pages.length).toBeGreaterThan(120)
    const byText = new Map<string, string>()
    for (const { path: kept } of pages) {
      const address = addressOf(kept)
      const { status, title, description } = await seoOf(address)
      expect([status, title !== '', description !== ''], address).toEqual([200, true, true])
      const text = `${title}\n${description}`
      expect(byText.get(text), `${address} says of itself what another page says`).toBeUndefined()
      byText.set(text, address)
    }
  })

  test('sets no cookie, has no login, and no form except for searches [M-002, M-603, M-611]', async () => {
    for (const address of ['/', '/authors', '/terms', '/search?q=bond', '/no-such-page']) {
      const { headers, text } = await get(address)
      expect(headers).not.toHaveProperty('set-cookie')
      expect(text).not.toMatch(/type="password"|sign[ -]?in|log[ -]?in/i)
      const forms = text.match(/<form\b[^>]*>/g) ?? []
      expect(forms.length).toBeGreaterThan(0)
      expect(forms.filter((form) => !form.includes('role="search"'))).toEqual([])
    }
  })

  test('of the site map links to the XML site map [M-107]', async () => {
    const { text } = await get('/sitemap')
    expect(text).toMatch(/<a href="\/sitemap\.xml"[^>]*>Sitemap XML<\/a>/)
  })

  test('of an article has its date, and no article is older than the site [M-911]', async () => {
    const { paths } = await site.contentClient.listPaths(undefined, 1_000)
    const articles = paths.filter(
      ({ path: at, status }) => status === 'found' && at.startsWith('/articles/'),
    )
    const files = await readdir(path.join(REAL_CONTENT, 'articles/en_US'))
    expect(articles.length).toBe(files.filter((name) => name.endsWith('.md')).length)
    for (const { path: at } of articles) {
      const { text } = await get(at)
      const [, published = ''] = /"datePublished":"([^"]*)"/.exec(text) ?? []
      expect(published >= '2024-11-07T00:00:00.000Z', `${at}: ${published}`).toBe(true)
    }
  })

  test('shows 4 at the top, 4 favorites, 4 more and 2 of each category [M-907]', async () => {
    const dataOf = async (page: string) => {
      const { text } = await get(`/page-data${page}/page-data.json`)
      return JSON.parse(text).result.data
    }
    const home = await dataOf('/index')
    expect(home.topNotch).toHaveLength(4)
    expect(home.favorites).toHaveLength(4)
    expect(home.strips).toHaveLength(5)
    for (const { articles } of home.strips) expect(articles).toHaveLength(2)
    expect((await dataOf('/articles/how-a-broad-index-etf-works')).related).toHaveLength(4)
    expect((await dataOf('/expert-advice')).favorites).toHaveLength(4)
  })
})
