import { expect, test } from 'vitest'
import { describeArticle } from './describe-article.ts'

const describe = (path: string, title = 'What a bond is') =>
  describeArticle('', { path, title, tagline: 'Money in plain words' })

test('a default description begins with one of four emojis, chosen by the path [M-913]', () => {
  const paths = Array.from({ length: 100 }, (_, index) => `/articles/a${index}`)
  const emojis = paths.map((path) => describe(path).split(' ')[0])
  expect(new Set(emojis)).toEqual(new Set(['📈', '💡', '💰', '📊']))
  expect(paths.map((path) => describe(path).split(' ')[0])).toEqual(emojis)
  expect(describe('/articles/a')).toMatch(/^\S+ What a bond is\. Money in plain words$/)
})

test('a default description is no longer than search engines show [M-113]', () => {
  expect(describe('/articles/a', 'bond '.repeat(40).trim()).length).toBeLessThanOrEqual(155)
})

test('a description from a paragraph has no emoji', () => {
  const words = { path: '/articles/a', title: 'T', tagline: 'T' }
  expect(describeArticle('A bond is a loan.', words)).toBe('A bond is a loan.')
})
