import { expect, test } from 'vitest'
import { entitiesOf } from './entities-of.ts'

const place = (category: string, subcategory: string, ...topics: string[]) => ({
  category,
  subcategory,
  topics,
})

test('keeps the order, and joins neighbours of one category alone', () => {
  expect(
    entitiesOf([
      place('reviews', 'etfs', 'bond-funds', 'gold'),
      place('reviews', 'stocks'),
      place('advice', 'risk', 'hedging'),
      place('reviews', 'mutual-funds'),
    ]),
  ).toEqual([
    {
      category: 'reviews',
      subcategories: [
        { subcategory: 'etfs', subsubcategories: ['bond-funds', 'gold'] },
        { subcategory: 'stocks', subsubcategories: [] },
      ],
    },
    { category: 'advice', subcategories: [{ subcategory: 'risk', subsubcategories: ['hedging'] }] },
    {
      category: 'reviews',
      subcategories: [{ subcategory: 'mutual-funds', subsubcategories: [] }],
    },
  ])
})

test('of no placement makes none', () => {
  expect(entitiesOf([])).toEqual([])
})
