import { createDayFormat } from './day-format.ts'
import { createPlural } from './plural.ts'
import { createSearchSentences } from './search-sentences.ts'
import type { Strings } from './strings.ts'

/** What the words of every locale are made with. */
export interface WordTools {
  plural: ReturnType<typeof createPlural>
  searchSentences: typeof createSearchSentences
}

/**
 * The words of one locale. They are given their tools and do not import them: in the browser those
 * are there from the start, and words that have arrived would wait for what they import.
 */
export type WriteStrings = (tools: WordTools) => Omit<Strings, 'languageTag' | 'day'>

export const makeStrings = (languageTag: string, write: WriteStrings): Strings => ({
  languageTag,
  day: createDayFormat(languageTag),
  ...write({ plural: createPlural(languageTag), searchSentences: createSearchSentences }),
})
