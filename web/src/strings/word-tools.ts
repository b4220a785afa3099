import type { createPlural } from './plural.ts'
import type { createSearchSentences } from './search-sentences.ts'

/** The functions that build the texts of every locale. */
export interface WordTools {
  plural: ReturnType<typeof createPlural>
  searchSentences: typeof createSearchSentences
}
