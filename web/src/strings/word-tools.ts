import type { createPlural } from './plural.ts'
import type { createSearchSentences } from './search-sentences.ts'

/** What the words of every locale are made with. */
export interface WordTools {
  plural: ReturnType<typeof createPlural>
  searchSentences: typeof createSearchSentences
}
