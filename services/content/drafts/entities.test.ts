import { readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { hasShape } from '#shared/check-shape.ts'
import { LOCALES, type Locale } from '#shared/contracts/primitives.ts'
import { CategoriesFile } from '../folder/content-files.ts'
import { parseYamlFile } from '../folder/source-text.ts'
import { defaultEntities, entitiesOf, withDefaultEntities } from './entities.ts'
import { buildVocabulary } from './vocabulary.ts'

const CONTENT = path.resolve(import.meta.dirname, '../../../content')

const categoriesOf = (locale: Locale) => {
  const file = `categories/${locale}.yaml`
  const { value } = parseYamlFile(file, readFileSync(path.join(CONTENT, file), 'utf8'))
  if (!hasShape(CategoriesFile, value)) throw new Error(`${file} has no categories`)
  return buildVocabulary([], value, { locale }).categories
}

const only = (category: string, subcategory: string) => ({
  category,
  subcategories: [{ subcategory, subsubcategories: [] }],
})

// M-135, M-307
test.each(LOCALES)(
  'the default entities of %s are each category with its own "other" [M-307]',
  (locale) => {
    expect(defaultEntities(categoriesOf(locale))).toEqual([
      only('investment-dictionaries', 'other-resources'),
      only('expert-advice', 'other-expert-advice'),
      only('product-reviews', 'other-financial-products'),
      only('financial-comparisons', 'other-financial-comparisons'),
      only('ratings-and-rankings', 'other-financial-products'),
    ])
  },
)

test('default entities are used only where a draft has none [M-135]', () => {
  const categories = categoriesOf('en_US')
  const entities = defaultEntities(categories)
  expect(withDefaultEntities({ title: 'A' }, categories)).toEqual({ title: 'A', entities })
  expect(withDefaultEntities({ entities: [] }, categories)).toEqual({ entities })
  for (const own of [{ entities: [{ category: 'expert-advice' }] }, { entities: 'all' }]) {
    expect(withDefaultEntities(own, categories)).toBe(own)
  }
})

const place = (category: string, subcategory: string, ...topics: string[]) => ({
  category,
  subcategory,
  topics,
})

test('keeps the order, and joins neighbours of one category alone [M-304]', () => {
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

test('no placement gives no entity', () => {
  expect(entitiesOf([])).toEqual([])
})
