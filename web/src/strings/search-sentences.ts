import type { Suggestion } from '#shared/contracts/page.ts'
import { splitWords } from '#shared/text/split-words.ts'

/** Words that stand in a sentence come quoted, and more than one as a list. */
interface SearchWords {
  quote: (word: string) => string
  none: (word: string) => string
  noneOf: (words: string) => string
  author: string
  category: string
  explains: (term: string) => string
  without: (words: string, count: number) => string
}

interface SearchSentences {
  /** That no title matches, naming the words of the query. */
  searchNone: (query: string) => string
  /** Why it is offered; empty where the marks in its title say it all. */
  searchReason: (suggestion: Suggestion) => string
}

/** Sentences that are put together alike in every language. */
export function createSearchSentences(words: SearchWords): SearchSentences {
  const list = (several: readonly string[]) => several.map(words.quote).join(', ')
  return {
    searchNone(query) {
      const typed = [...new Set(splitWords(query))]
      return (typed.length > 1 ? words.noneOf : words.none)(list(typed))
    },
    searchReason({ kind, explains, without }) {
      const reasons = [
        kind !== 'article' && words[kind],
        explains && words.explains(words.quote(explains)),
        without && words.without(list(without), without.length),
      ]
      return reasons.filter((reason) => reason).join(' · ')
    },
  }
}
