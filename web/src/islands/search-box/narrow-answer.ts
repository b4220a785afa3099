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
 * With fewer hits than this the service adds similar titles. The contract has the same number, but
 * the browser imports no values from contracts, because their schemas are large.
 */
export const MIN_HITS_ALONE = 3

/**
 * The server's answer to a longer query, derived from its answer to a shorter one: the same titles,
 * order and marks. Often this saves a request.
 *
 * @returns `undefined` when only the server knows the answer: the former answer was incomplete, a
 *   former word is not part of a new one, few titles are left (there may be similar ones), or the
 *   order of the remaining titles is unknown
 */
export function narrowAnswer(
  former: SearchAnswer,
  query: string,
  locale: Locale,
): SearchAnswer | undefined {
  if (former.total > former.hits.length || former.suggestions.length > 0) return undefined
  // Which of them the longer text is, and whether that comes first, only the server knows.
  if (former.terms) return undefined
  const words = foldQuery(query, locale)
  const isImplied = (old: FoldedText) => words.some((word) => isPartOf(old, word))
  if (!foldQuery(former.query, locale).every(isImplied)) return undefined

  const formerWhole = foldText(former.query, locale)
  const whole = foldText(query, locale)
  const left = former.hits
    .map((hit) => ({ hit, text: foldText(hit.title, locale) }))
    .filter(({ text }) => matchesEveryWord(text, words))
  if (left.length < MIN_HITS_ALONE) return undefined
  // Titles of equal rank are ordered by date. Between titles of different former ranks the order of
  // the dates is unknown.
  const formerRanks = new Set(left.map(({ text }) => closenessOf(text, formerWhole)))
  if (formerRanks.size !== 1) return undefined

  const hits = left
    .map(({ hit, text }) => ({ hit, rank: closenessOf(text, whole) }))
    .sort((one, other) => other.rank - one.rank)
    .map(({ hit }) => ({ ...hit, marks: highlight(hit.title, words) }))
  return { query, total: hits.length, hits, suggestions: [] }
}
