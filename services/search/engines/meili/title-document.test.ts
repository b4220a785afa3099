import { describe, expect, test } from 'vitest'
import { documentIdOf, titleHash, toDocument } from './title-document.ts'

const entry = (title: string) => ({
  id: '00000000-0000-4000-8000-000000000001',
  title,
  path: '/articles/one',
  publishedAt: '2025-01-02T00:00:00.000Z',
})

describe('toDocument', () => {
  test('has each word once, and the whole title', () => {
    expect(toDocument(entry('Bonds  and bonds'), 'en_US')).toEqual({
      ...entry('Bonds  and bonds'),
      kind: 'title',
      publishedAt: Date.UTC(2025, 0, 2),
      tok: ['bonds', 'and'],
      text: 'bonds\u{f0020}and\u{f0020}bonds',
      h: expect.stringMatching(/^[\w-]{12}$/),
    })
  })

  test('has both folds of Turkish titles', () => {
    expect(toDocument(entry('ISPARTA Isparta'), 'tr_TR')).toMatchObject({
      tok: ['isparta'],
      tokTr: ['ısparta'],
      text: 'isparta\u{f0020}isparta',
      textTr: 'ısparta\u{f0020}ısparta',
    })
  })

  test.each([
    ['a character of private use', 'Bonds \u{f0041}'],
    ['an ideograph that Meilisearch would change', 'Bonds \u{2a7dd}\u{e0fff}'],
    ['a word of more than 468 bytes', `Bonds ${'가'.repeat(118)}`],
    ['more than 468 bytes in all', 'bonds '.repeat(60)],
  ])('marks a title with %s as refused', (_, title) => {
    const document = toDocument(entry(title), 'en_US')

    expect(document).toMatchObject({ kind: 'odd', title, reason: 'its letters cannot be kept' })
    expect(document).not.toHaveProperty('tok')
    expect(document).not.toHaveProperty('text')
  })

  test('derives an id for an article whose own is not allowed', () => {
    for (const id of ['ü', '', 'a b', 'x'.repeat(512), 'state', 'odd_1']) {
      const document = toDocument({ ...entry('Bonds'), id }, 'en_US')
      expect(document).toMatchObject({ kind: 'odd', articleId: id, id: documentIdOf(id) })
      expect(document.id).toMatch(/^odd_[0-9a-f]{64}$/)
    }
  })
})

test('hashOf differs when anything visible differs', () => {
  const one = entry('Bonds')
  const others = [
    { ...one, title: 'bonds' },
    { ...one, path: '/articles/two' },
    { ...one, publishedAt: '2025-01-02T00:00:00.001Z' },
  ]
  expect(new Set([one, ...others].map(titleHash)).size).toBe(4)
  expect(titleHash({ ...one })).toBe(titleHash(one))
})
