import { createDayFormat } from './day-format.ts'
import { createPlural } from './plural.ts'
import { createSearchSentences } from './search-sentences.ts'
import type { Strings, Words } from './strings.ts'
import type { WordTools } from './word-tools.ts'

/**
 * The words of one locale. They are given their tools and do not import them: in the browser those
 * are there from the start, and words that have arrived would wait for what they import.
 */
export type WriteStrings = (tools: WordTools) => Words

export const makeStrings = (languageTag: string, write: WriteStrings): Strings => ({
  languageTag,
  day: createDayFormat(languageTag),
  ...write({ plural: createPlural(languageTag), searchSentences: createSearchSentences }),
})
