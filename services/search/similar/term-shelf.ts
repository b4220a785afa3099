import type { NamedTerm } from '#shared/contracts/change.ts'
import type { Link } from '#shared/contracts/page.ts'
import type { Locale } from '#shared/contracts/primitives.ts'
import { languageTag } from '#shared/text/language-tag.ts'

/** The terms of the dictionary in alphabetical order. */
export interface TermShelf {
  /** The terms before and after the text's place. None if it begins with no letter or digit. */
  beside(text: string): Link[]
}

const BEFORE = 3
const AFTER = 3

export function createTermShelf(terms: readonly NamedTerm[], locale: Locale): TermShelf {
  const { compare } = new Intl.Collator(languageTag(locale))
  const links = terms
    .map(({ forms: [term = ''], article }): Link => ({ title: term, path: article.path }))
    .sort((one, other) => compare(one.title, other.title))

  return {
    beside(text) {
      const word = text.trim()
      if (!/^[\p{L}\p{N}]/u.test(word)) return []
      let place = 0
      let end = links.length
      while (place < end) {
        const middle = (place + end) >>> 1
        if (compare(links[middle]?.title ?? '', word) < 0) place = middle + 1
        else end = middle
      }
      return links.slice(Math.max(0, place - BEFORE), place + AFTER)
    },
  }
}
