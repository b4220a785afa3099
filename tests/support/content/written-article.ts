import { plainColumns, plainFieldsOf } from '../../../services/content/drafts/draft-fields.ts'
import type { WrittenArticle } from '../../../services/content/library/stored-article.ts'

/** What is stored of an article, with the columns that matter to a test. */
export const writtenArticle = (changes: Partial<WrittenArticle> = {}): WrittenArticle => ({
  title: 'T',
  description: 'D',
  author: 'a',
  body_markdown: 'b',
  published_at: '2026-01-01T00:00:00.000Z',
  updated_at: '2026-01-01T00:00:00.000Z',
  expires_at: null,
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
