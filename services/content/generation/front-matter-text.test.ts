import fc from 'fast-check'
import { expect, test } from 'vitest'
import { parseMarkdownFile } from '../folder/source-text.ts'
import { frontMatterText } from './front-matter-text.ts'

test('writes an article as editors write it', () => {
  const text = frontMatterText({
    title: 'Bonds: a "safe" loan?',
    updatedAt: undefined,
    entities: [
      {
        category: 'product-reviews',
        subcategories: [{ subcategory: 'stocks', subsubcategories: [] }],
      },
    ],
    takeaways: ['One', 'Two'],
  })

  expect(text).toBe(`---
title: "Bonds: a \\"safe\\" loan?"
entities:
  - category: "product-reviews"
    subcategories:
      - subcategory: "stocks"
        subsubcategories: []
takeaways:
  - "One"
  - "Two"
---`)
})

test('is read again as what was written, whatever that is', () => {
  fc.assert(
    fc.property(fc.dictionary(fc.string({ minLength: 1 }), fc.jsonValue()), (fields) => {
      const asJson = (data: unknown): unknown => JSON.parse(JSON.stringify(data))
      const { value, problems } = parseMarkdownFile('x.md', `${frontMatterText(fields)}\n\nText`)
      expect(problems).toEqual([])
      // Front matter without a field is nothing in YAML, which also has a zero below 0.
      expect(asJson(value ?? {})).toEqual(asJson(fields))
    }),
  )
})
