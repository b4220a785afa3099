import { describe, expect, test } from 'vitest'
import { type PageRoute, parsePageRoute } from './page-route.ts'

describe('parsePageRoute', () => {
  test.each<[string, PageRoute]>([
    ['/', { kind: 'single', page: 'home' }],
    ['/authors', { kind: 'single', page: 'authors' }],
    ['/sitemap', { kind: 'list', list: 'all' }],
    ['/search', { kind: 'single', page: 'search' }],
    ['/404.html', { kind: 'single', page: 'not-found' }],
    ['/articles/what-a-bond-is', { kind: 'article', slug: 'what-a-bond-is' }],
    ['/articles/page', { kind: 'article', slug: 'page' }],
    ['/authors/mei-lin-zhou', { kind: 'list', list: 'author:mei-lin-zhou' }],
    ['/authors/mei-lin-zhou/page/2', { kind: 'list', list: 'author:mei-lin-zhou', number: 2 }],
    ['/sitemap/page/1', { kind: 'list', list: 'all', number: 1 }],
    ['/expert-advice', { kind: 'list', list: 'expert-advice' }],
    ['/expert-advice/page/12', { kind: 'list', list: 'expert-advice', number: 12 }],
    ['/product-reviews/etfs', { kind: 'list', list: 'product-reviews/etfs' }],
    ['/product-reviews/etfs/page/3', { kind: 'list', list: 'product-reviews/etfs', number: 3 }],
    ['/product-reviews/etfs/topics/fees', { kind: 'list', list: 'product-reviews/etfs/fees' }],
    [
      '/product-reviews/etfs/topics/fees/page/4',
      { kind: 'list', list: 'product-reviews/etfs/fees', number: 4 },
    ],
    [
      '/investment-dictionaries/letters/0-9',
      { kind: 'letter', category: 'investment-dictionaries', key: '0-9' },
    ],
    ['/info/about-us', { kind: 'list', list: 'info/about-us' }],
    ['/terms', { kind: 'list', list: 'terms' }],
    ['/a/b/c', { kind: 'other' }],
    ['/a/letters/b/c', { kind: 'other' }],
    ['/a/letters/b/page/2', { kind: 'other' }],
    ['/a/b/c/page/2', { kind: 'other' }],
    ['/a/b/topics/c/d', { kind: 'other' }],
    ['/authors/letters', { kind: 'list', list: 'author:letters' }],
  ])('%s', (path, route) => {
    expect(parsePageRoute(path)).toEqual(route)
  })

  test.each(['0', '01', '-1', '1.0', '1e1', '+1', 'two', '', '99999999'])(
    'does not parse page %s as an archive page',
    (number) => {
      expect(parsePageRoute(`/expert-advice/page/${number}`)).toEqual({ kind: 'other' })
    },
  )

  test.each(['/all', '/all/page/1', '/author:mei-lin-zhou', '/author:mei-lin-zhou/page/1'])(
    'finds no list at %s, although it has the form of one',
    (path) => {
      expect(parsePageRoute(path)).toEqual({ kind: 'other' })
    },
  )

  test('finds nothing for names of Object.prototype', () => {
    expect(parsePageRoute('/constructor')).toEqual({ kind: 'list', list: 'constructor' })
    expect(parsePageRoute('/__proto__')).toEqual({ kind: 'list', list: '__proto__' })
  })
})
