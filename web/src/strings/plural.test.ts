import { expect, test } from 'vitest'
import { createPlural } from './plural.ts'

test('takes the forms of the language', () => {
  const forms = { one: '# статья', few: '# статьи', many: '# статей', other: '# статьи' }
  const plural = createPlural('ru-RU')
  expect([1, 2, 5, 11, 21].map((count) => plural(count, forms))).toEqual([
    '1 статья',
    '2 статьи',
    '5 статей',
    '11 статей',
    '21 статья',
  ])
})

test('falls back to the one form that every language has', () => {
  expect(createPlural('en-US')(1, { other: '# min read' })).toBe('1 min read')
})
