import { describe, expect, test } from 'vitest'
import { type PageRoute, parsePageRoute } from './page-route.ts'

describe('parsePageRoute', () => {
  test.each<[string, PageRoute]>([
    ['/', { kind: 'home' }],
    ['/authors', { kind: 'authors' }],
    ['/sitemap', { kind: 'sitemap' }],
    ['/search', { kind: 'search' }],
    ['/404.html', { kind: 'not-found' }],
    ['/articles/what-a-bond-is', { kind: 'article', slug: 'what-a-bond-is' }],
    ['/articles/page', { kind: 'article', slug: 'page' }],
    ['/authors/mei-lin-zhou', { kind: 'author', slug: 'mei-lin-zhou' }],
    ['/authors/mei-lin-zhou/page/2', { kind: 'author-archive', slug: 'mei-lin-zhou', number: 2 }],
    ['/sitemap/page/1', { kind: 'sitemap-archive', number: 1 }],
    ['/expert-advice', { kind: 'category', category: 'expert-advice' }],
    ['/expert-advice/page/12', { kind: 'category-archive', category: 'expert-advice', number: 12 }],
    [
      '/product-reviews/etfs',
      { kind: 'subcategory', category: 'product-reviews', subcategory: 'etfs' },
    ],
    [
      '/product-reviews/etfs/page/3',
      {
        kind: 'subcategory-archive',
        category: 'product-reviews',
        subcategory: 'etfs',
        number: 3,
      },
    ],
    [
      '/investment-dictionaries/letters/0-9',
      { kind: 'letter', category: 'investment-dictionaries', key: '0-9' },
    ],
    ['/info/about-us', { kind: 'subcategory', category: 'info', subcategory: 'about-us' }],
    ['/terms', { kind: 'category', category: 'terms' }],
    ['/a/b/c', { kind: 'other' }],
    ['/a/letters/b/c', { kind: 'other' }],
    ['/a/letters/b/page/2', { kind: 'other' }],
    ['/a/b/c/page/2', { kind: 'other' }],
  ])('%s', (path, route) => {
    expect(parsePageRoute(path)).toEqual(route)
  })

  test.each(['0', '01', '-1', '1.0', '1e1', '+1', 'two', '', '99999999'])(
    'takes no page %s for a page of an archive',
    (number) => {
      expect(parsePageRoute(`/expert-advice/page/${number}`)).toEqual({ kind: 'other' })
    },
  )

  test('finds nothing that objects have by nature', () => {
    expect(parsePageRoute('/constructor')).toEqual({ kind: 'category', category: 'constructor' })
    expect(parsePageRoute('/__proto__')).toEqual({ kind: 'category', category: '__proto__' })
  })
})
