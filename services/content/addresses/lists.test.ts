import { describe, expect, test } from 'vitest'
import { ALL, archivePageOf, listsOf } from './lists.ts'

describe('archivePageOf', () => {
  test.each([
    [1, 1],
    [12, 1],
    [13, 2],
    [24, 2],
    [25, 3],
  ])('puts position %i of a list of twelve a page on page %i', (position, page) => {
    expect(archivePageOf('expert-advice', position, 12)).toBe(page)
  })

  test('counts pages of the list of all articles by the size of site maps', () => {
    expect(archivePageOf(ALL, 500, 12)).toBe(1)
    expect(archivePageOf(ALL, 501, 12)).toBe(2)
  })
})

describe('listsOf', () => {
  test('names each list of an article once', () => {
    const placements = [
      { category: 'product-reviews', subcategory: 'stocks', topics: [] },
      { category: 'product-reviews', subcategory: 'etfs', topics: [] },
      { category: 'expert-advice', subcategory: 'market-trends', topics: ['rates'] },
    ]

    expect(listsOf(placements, 'marcus-adeyemi').toSorted()).toEqual([
      'all',
      'author:marcus-adeyemi',
      'expert-advice',
      'expert-advice/market-trends',
      'expert-advice/market-trends/rates',
      'product-reviews',
      'product-reviews/etfs',
      'product-reviews/stocks',
    ])
  })
})
