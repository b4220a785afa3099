import { describe, expect, test } from 'vitest'
import { writtenArticle } from '../../../tests/support/content/written-article.ts'
import type { WrittenArticle } from '../library/stored-article.ts'
import { entityTag } from './entity-tag.ts'

const NOW = entityTag(writtenArticle())

describe('the tag of an article', () => {
  test('is the same for the same content, however it is stored', () => {
    const stored = writtenArticle({
      sources: [{ url: 'https://a.example', title: 't' }],
      placements: [{ topics: ['t'], subcategory: 's', category: 'c' }],
    })
    expect(entityTag(stored)).toBe(NOW)
    expect(NOW).toMatch(/^"[\w-]{22}"$/)
  })

  test.each<Partial<WrittenArticle>>([
    { title: 'Other' },
    { body_markdown: 'b ' },
    { author: 'b' },
    { takeaways: ['b'] },
    { sources: [] },
    { answered_by: 'A' },
    { human_stated: true },
    { favorite: true },
    { top_notch_rank: 1 },
    { terms: [{ term: 'bond', also: [] }] },
    { placements: [] },
    { placements: [{ category: 'c', subcategory: 's', topics: [] }] },
    { updated_at: '2026-01-01T00:00:00.001Z' },
  ])('is another one for %j', (change) => {
    expect(entityTag(writtenArticle(change))).not.toBe(NOW)
  })
})
