import fc from 'fast-check'
import { expect, test } from 'vitest'
import { parseMarkdownFile } from '../folder/source-text.ts'
import { cleanAnswer, frontMatterText } from './compose-draft.ts'

test('writes an article in the form of the content folder', () => {
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

test('is read back as it was written, whatever it is', () => {
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

const FILE = '---\ntitle: "Bonds"\n---\n\nText\n\n```\na sum\n```'

test.each([
  ['as it is', FILE],
  ['with blank lines around it', `\n\n${FILE}\n\n`],
  ['in a fence', `\`\`\`markdown\n${FILE}\n\`\`\``],
  ['in a longer fence', `\`\`\`\`md\n${FILE}\n\`\`\`\`\n`],
  ['after thoughts', `<think>\nWhat is a bond?\n</think>\n\n${FILE}`],
  ['with the line ends of Windows', `\ufeff${FILE.replaceAll('\n', '\r\n')}`],
])('finds a file %s', (_name, answer) => {
  expect(cleanAnswer(answer)).toBe(FILE)
})

test('leaves a file alone that ends in a code fence of its own', () => {
  const file = '---\ntitle: "Bonds"\n---\n\n```\na sum\n```'
  expect(cleanAnswer(file)).toBe(file)
})

test('does not repair half of a character', () => {
  expect(cleanAnswer('\ud83d').isWellFormed()).toBe(true)
})
