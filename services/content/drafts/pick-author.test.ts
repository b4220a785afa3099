import { randomUUID } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { pickAuthor } from './pick-author.ts'

const roster = Array.from({ length: 50 }, (_, index) => `author-${index}`)
const articles = Array.from({ length: 2_000 }, () => randomUUID())
const pickAll = (from: readonly string[]) => articles.map((article) => pickAuthor(article, from))

describe('picking an author', () => {
  test('gives the same author always, in whatever order the roster is', () => {
    expect(pickAuthor('5f1d7f4e-7f7b-5f0a-9d9c-2f6f4c1a0b11', ['ann', 'bob', 'cem'])).toBe('ann')
    expect(pickAll(roster.toReversed())).toEqual(pickAll(roster))
  })

  test('gives each author about as many articles', () => {
    const counts = Object.values(Object.groupBy(pickAll(roster), (slug) => slug))
    expect(counts).toHaveLength(roster.length)
    for (const picked of counts) expect(picked?.length).toBeLessThan(100)
  })

  test('changes the author of few articles when an author is added', () => {
    const before = pickAll(roster)
    const after = pickAll([...roster, 'newcomer'])
    const moved = after.filter((slug, index) => slug !== before[index])
    expect(new Set(moved)).toEqual(new Set(['newcomer']))
    expect(moved.length).toBeLessThan(articles.length / 15)
  })

  test('fails without authors', () => {
    expect(() => pickAuthor('a', [])).toThrow('has no authors')
  })
})
