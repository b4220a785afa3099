import { describe, expect, test } from 'vitest'
import type { Page } from '#shared/contracts/page.ts'
import type { Shell } from '#shared/contracts/site.ts'
import { buildPages, buildShell } from '../../../../tests/support/pages/page-builders.ts'
import { alternates } from './alternates.ts'
import { openGraph } from './open-graph.ts'

const siteUrl = 'https://tr.finlore.example'
const pages = buildPages()
const alone = buildShell()
/** The Turkish site, whose sister sites are an English and a Russian one. */
const shell: Shell = {
  ...alone,
  site: {
    ...alone.site,
    locale: 'tr_TR',
    sisters: [
      { locale: 'en_US', languageName: 'English', address: 'https://finlore.example' },
      { locale: 'ru_RU', languageName: 'Русский', address: 'https://ru.finlore.example' },
    ],
  },
}

const languagesOf = (page: Page, of = shell) =>
  alternates({ page, shell: of, siteUrl }).flatMap(
    (tag) => /hreflang="(.*?)" href="(.*?)"/.exec(tag)?.slice(1, 3).join(' ') ?? [],
  )
const feedsOf = (page: Page) =>
  alternates({ page, shell, siteUrl }).flatMap(
    (tag) => /type="application\/(?:atom|rss)\+xml" .*href="(.*?)"/.exec(tag)?.[1] ?? [],
  )

describe('the sites in other languages', () => {
  test('are listed with the page’s own, in one order on all sites, the first as x-default', () => {
    expect(languagesOf(pages.subcategory)).toEqual([
      'en https://finlore.example/product-reviews/etfs',
      'ru https://ru.finlore.example/product-reviews/etfs',
      'tr https://tr.finlore.example/product-reviews/etfs',
      'x-default https://finlore.example/product-reviews/etfs',
    ])
    expect(languagesOf(pages.home)[0]).toBe('en https://finlore.example/')
  })

  test.each([
    ['home', true],
    ['category', true],
    ['subcategory', true],
    ['authors', true],
    ['info', true],
    ['sitemap', true],
    ['article', false],
    ['author', false],
    ['archive', false],
    ['letter', false],
    ['sitemap-archive', false],
    ['search', false],
  ] as const)('have the page %s as well: %s', (kind, has) => {
    expect(languagesOf(pages[kind]).length > 0).toBe(has)
    const tags = openGraph({ page: pages[kind], shell, siteUrl }).join()
    expect(tags.includes('og:locale:alternate')).toBe(has)
  })

  test('have an article with a translation, at its own address', () => {
    const article = {
      ...pages.article,
      path: '/articles/fon',
      translations: { en: '/articles/fund' },
    }
    expect(languagesOf(article)).toEqual([
      'en https://finlore.example/articles/fund',
      'tr https://tr.finlore.example/articles/fon',
      'x-default https://finlore.example/articles/fund',
    ])
    expect(openGraph({ page: article, shell, siteUrl }).join()).not.toContain('ru_RU')
  })

  test('are not listed where there are none', () => {
    expect(languagesOf(pages.home, alone)).toEqual([])
  })
})

test('every page links to the feeds of the site and of its category', () => {
  const ofSite = ['/feed.atom', '/feed.rss']
  const ofCategory = ['/product-reviews/feed.atom', '/product-reviews/feed.rss']
  expect(feedsOf(pages.home)).toEqual(ofSite)
  expect(feedsOf(pages.authors)).toEqual(ofSite)
  for (const kind of ['category', 'subcategory', 'archive', 'letter', 'article'] as const) {
    expect(feedsOf(pages[kind]), kind).toEqual([...ofSite, ...ofCategory])
  }
})

test('links in the head change with the page; the site’s feed stays', () => {
  const marked = alternates({ page: pages.article, shell, siteUrl })
    .filter((tag) => /(?:atom|rss)\+xml/.test(tag))
    .map((tag) => tag.includes('data-gatsby-head="true"'))
  expect(marked).toEqual([false, false, true, true])
})
