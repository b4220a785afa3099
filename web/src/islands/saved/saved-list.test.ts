import { expect, test } from 'vitest'
import { parseSaved, withSaved } from './saved-list.ts'

const article = (path: string, savedAt = '2026-11-28T10:00:00.000Z') => ({
  path,
  title: 'Bonds',
  description: 'What a bond is.',
  savedAt,
})

test('a list is read as it was written', () => {
  const list = [article('/articles/a'), article('/articles/b')]
  expect(parseSaved(JSON.stringify(list))).toEqual(list)
  expect(parseSaved(null)).toEqual([])
})

test.each([
  'no JSON',
  '{}',
  'null',
  '[null, 1, "/articles/a"]',
  JSON.stringify([{ path: '/articles/a' }]),
  JSON.stringify([article('javascript:alert(1)')]),
  JSON.stringify([article('//other.example/articles/a')]),
  JSON.stringify([article('/articles/a', 'yesterday')]),
])('what is no article is left out: %s', (text) => {
  expect(parseSaved(text)).toEqual([])
})

test('what was saved last comes first, and each article is there once', () => {
  const old = article('/articles/a', '2026-11-26T10:00:00.000Z')
  const list = withSaved([old], [article('/articles/b'), article('/articles/c')])
  expect(list.map(({ path }) => path)).toEqual(['/articles/b', '/articles/c', '/articles/a'])
  const again = article('/articles/a', '2026-11-29T10:00:00.000Z')
  expect(withSaved(list, [again]).map(({ path }) => path)).toEqual([
    '/articles/a',
    '/articles/b',
    '/articles/c',
  ])
})
