import { describe, expect, test } from 'vitest'
import { plainColumns, plainFieldsOf } from '../drafts/draft-fields.ts'
import type { WrittenArticle } from '../library/stored-article.ts'
import { entityTag } from './entity-tag.ts'

const article = (changes: Partial<WrittenArticle> = {}): WrittenArticle => ({
  title: 'T',
  description: 'D',
  author: 'a',
  body_markdown: 'b',
  published_at: '2026-01-01T00:00:00.000Z',
  updated_at: '2026-01-01T00:00:00.000Z',
  ...plainColumns(plainFieldsOf({ title: 'T', body: 'b', entities: [] })),
  sources: [{ title: 't', url: 'https://a.example' }],
  terms: [],
  provenance: 'human',
  human_stated: false,
  answered_by: null,
  reviewed_by: null,
  reviewed_at: null,
  checked_at: null,
  placements: [{ category: 'c', subcategory: 's', topics: ['t'] }],
  ...changes,
})

const NOW = entityTag(article())

describe('the tag of an article', () => {
  test('is the same for the same content, however it is stored', () => {
    const stored = article({
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
    expect(entityTag(article(change))).not.toBe(NOW)
  })
})
