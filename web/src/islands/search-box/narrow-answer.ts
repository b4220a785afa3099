import type { Locale } from '#shared/contracts/primitives.ts'
import type { SearchAnswer } from '#shared/contracts/search.ts'
import { highlight } from '#shared/text/highlight.ts'
import {
  closenessOf,
  type FoldedText,
  foldQuery,
  foldText,
  isPartOf,
  matchesEveryWord,
} from '#shared/text/title-match.ts'

/**
 * As in the contract, whose shapes the browser has no use for: with fewer hits come similar titles.
 */
export const FEW_HITS = 5

/**
 * The server's answer to a longer query, derived from its answer to a shorter one: the same titles,
 * order and marks. Often this saves a request.
 *
 * @returns undefined when only the server can tell: the former answer was not complete, a former
 *   word is not part of a new one, few titles are left (there may be similar ones), or the order of
 *   what is left cannot be known
 */
export function narrowAnswer(
  former: SearchAnswer,
  query: string,
  locale: Locale,
): SearchAnswer | undefined {
  if (former.total > former.hits.length || former.suggestions.length > 0) return undefined
  const words = foldQuery(query, locale)
  const isImplied = (old: FoldedText) => words.some((word) => isPartOf(old, word))
  if (!foldQuery(former.query, locale).every(isImplied)) return undefined

  const formerWhole = foldText(former.query, locale)
  const whole = foldText(query, locale)
  const left = former.hits
    .map((hit) => ({ hit, text: foldText(hit.title, locale) }))
    .filter(({ text }) => matchesEveryWord(text, words))
  if (left.length < FEW_HITS) return undefined
  // Equally close titles are ordered newest first; across former ranks their ages are unknown.
  const formerRanks = new Set(left.map(({ text }) => closenessOf(text, formerWhole)))
  if (formerRanks.size !== 1) return undefined

  const hits = left
    .map(({ hit, text }) => ({ hit, rank: closenessOf(text, whole) }))
    .sort((one, other) => other.rank - one.rank)
    .map(({ hit }) => ({ ...hit, marks: highlight(hit.title, words) }))
  return { query, total: hits.length, hits, suggestions: [] }
}
