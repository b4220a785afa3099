import type { Locale } from '../contracts/primitives.ts'
import { clean, fold, foldTr } from './fold.ts'
import { SEARCH_THRESHOLD } from './search-limits.ts'
import { splitWords } from './split-words.ts'

/** A title, or a word of a query: folded once, every run of white space one space. */
export interface FoldedText {
  readonly plain: string
  /** Under the Turkish rule as well; undefined unless the site is Turkish. */
  readonly turkish: string | undefined
}

/** @param locale the title's own, not the reader's */
export function foldText(text: string, locale: Locale): FoldedText {
  return {
    plain: splitWords(fold(text)).join(' '),
    turkish: locale === 'tr_TR' ? splitWords(foldTr(text)).join(' ') : undefined,
  }
}

/** The words of a folded text in their order, repeats included. */
export function wordsOf({ plain, turkish }: FoldedText): FoldedText[] {
  if (plain === '') return []
  const turkishWords = turkish?.split(' ')
  return plain.split(' ').map((word, at) => ({ plain: word, turkish: turkishWords?.[at] }))
}

/** The distinct words that a title must contain to match what was typed. */
export function foldQuery(query: string, locale: Locale): FoldedText[] {
  const words = wordsOf(foldText(query, locale))
  return [...new Map(words.map((word) => [`${word.plain} ${word.turkish}`, word])).values()]
}

/** Whether the title contains the text anywhere, under either rule of case. */
export function containsText(title: FoldedText, text: FoldedText): boolean {
  return (
    title.plain.includes(text.plain) ||
    (text.turkish !== undefined && title.turkish?.includes(text.turkish) === true)
  )
}

/** The rule of the search: every word, anywhere in the title, in any order. */
export function matchesEveryWord(title: FoldedText, words: readonly FoldedText[]): boolean {
  return words.every((word) => containsText(title, word))
}

/**
 * Whether every title with the word has the part as well: under both rules of case, since a title that
 * matches the word by either matches the part by the same.
 */
export function isPartOf(part: FoldedText, word: FoldedText): boolean {
  return (
    word.plain.includes(part.plain) &&
    (part.turkish === undefined || word.turkish?.includes(part.turkish) === true)
  )
}

/** What comes first among titles that match: the higher, the closer to what was typed. */
export const Closeness = { words: 0, phrase: 1, start: 2 } as const

/**
 * How close a title that has every word of a query is to it: it begins with the query as it was
 * typed, contains it so, or only has its words.
 *
 * @param query all of it, folded: its words in their order, one space between two
 */
export function closenessOf(title: FoldedText, query: FoldedText): number {
  const isStart =
    title.plain.startsWith(query.plain) ||
    (query.turkish !== undefined && title.turkish?.startsWith(query.turkish) === true)
  if (isStart) return Closeness.start
  return containsText(title, query) ? Closeness.phrase : Closeness.words
}

/**
 * Whether typed text is searched for at all: it is long enough and holds a word. Blanks are not
 * words, although "every word of none" would be true of every title.
 */
export function isSearchable(query: string): boolean {
  return query.length > SEARCH_THRESHOLD && splitWords(clean(query)).length > 0
}
