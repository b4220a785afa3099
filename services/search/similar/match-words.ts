import { type Bitset, countBits, scratchBitset, subtract } from '../engines/embedded/bitset.ts'
import type { Layer } from '../engines/embedded/layers.ts'
import { markRows } from '../engines/embedded/title-segment.ts'
import { type TypedWord, wordsLike, wordsWithMistake } from './near-words.ts'

/** What stands for a typed word in one layer. */
export interface MatchedWord {
  typed: TypedWord
  /** Numbers of the segment's words. */
  words: ReadonlySet<number>
  rows: Bitset
  /** How many titles have one of them. */
  uses: number
}

/** The same words, spelled as they were typed or in another form of them. */
export const matchForms = (layer: Layer, typed: TypedWord): MatchedWord =>
  matchWords(layer, typed, wordsLike(layer.segment.near, typed))

/** What stands for a word that no title has: words that it may be with a mistake. */
export const matchMistakes = (layer: Layer, typed: TypedWord): MatchedWord =>
  matchWords(layer, typed, wordsWithMistake(layer.segment.near, typed))

function matchWords(
  { segment, hidden }: Layer,
  typed: TypedWord,
  words: readonly number[],
): MatchedWord {
  const rows = scratchBitset(segment.size)
  markRows(segment, words, rows)
  if (hidden) subtract(rows, hidden)
  return { typed, words: new Set(words), rows, uses: countBits(rows) }
}
