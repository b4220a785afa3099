import { createDayFormat } from './day-format.ts'
import { createPlural } from './plural.ts'
import { createSearchSentences } from './search-sentences.ts'
import type { Strings, Texts } from './strings.ts'
import type { WordTools } from './word-tools.ts'

/**
 * The texts of one locale. They get their tools as arguments. Imports would delay the texts in the
 * browser, which has loaded the tools with the boot script.
 */
export type WriteStrings = (tools: WordTools) => Texts

export const makeStrings = (languageTag: string, write: WriteStrings): Strings => ({
  languageTag,
  day: createDayFormat(languageTag),
  ...write({ plural: createPlural(languageTag), searchSentences: createSearchSentences }),
})
