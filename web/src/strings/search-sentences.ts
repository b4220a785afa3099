import type { Suggestion } from '#shared/contracts/page.ts'
import { splitWords } from '#shared/text/split-words.ts'

/** The parts of the sentences in one language. Words within a sentence are quoted, as a list. */
interface SentenceTexts {
  quote: (word: string) => string
  none: (word: string) => string
  noneOf: (words: string) => string
  author: string
  category: string
  explains: (term: string) => string
  without: (words: string, count: number) => string
}

interface SearchSentences {
  /** Says that no title matches the words of the query. */
  searchNone: (query: string) => string
  /** Why a title is suggested; empty where its marks show that. */
  searchReason: (suggestion: Suggestion) => string
}

/** Sentences that have the same structure in every language. */
export function createSearchSentences(texts: SentenceTexts): SearchSentences {
  const list = (several: readonly string[]) => several.map(texts.quote).join(', ')
  return {
    searchNone(query) {
      const typed = [...new Set(splitWords(query))]
      return (typed.length > 1 ? texts.noneOf : texts.none)(list(typed))
    },
    searchReason({ kind, explains, without }) {
      const reasons = [
        kind !== 'article' && texts[kind],
        explains && texts.explains(texts.quote(explains)),
        without && texts.without(list(without), without.length),
      ]
      return reasons.filter((reason) => reason).join(' · ')
    },
  }
}
