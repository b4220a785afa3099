import { describe, expect, test } from 'vitest'
import type { Suggestion } from '#shared/contracts/page.ts'
import { stringsFor } from './strings-for.ts'

const strings = stringsFor('en_US')

describe('the message that nothing was found', () => {
  test.each([
    ['bonds', 'No title contains “bonds”.'],
    [' bonds  bonds ', 'No title contains “bonds”.'],
    ['safe bonds', 'No title contains all of: “safe”, “bonds”.'],
  ])('for %j names its words', (query, expected) => {
    expect(strings.searchNone(query)).toBe(expected)
  })
})

describe('a suggestion', () => {
  const article: Suggestion = { kind: 'article', title: 'Bonds', path: '/articles/b', marks: [] }

  test.each<[string, Partial<Suggestion>, string]>([
    ['by its marks alone', {}, ''],
    ['by what it explains', { explains: 'expense ratio' }, 'Explains “expense ratio”'],
    ['by what it lacks', { without: ['score', 'card'] }, 'Without “score”, “card”'],
    ['as an author', { kind: 'author' }, 'Author'],
    ['by all of it', { kind: 'category', without: ['best'] }, 'Category · Without “best”'],
  ])('is explained %s', (_, parts, expected) => {
    expect(strings.searchReason({ ...article, ...parts })).toBe(expected)
  })
})
