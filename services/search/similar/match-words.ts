import { type Bitset, countBits, scratchBitset, subtract } from '../engines/embedded/bitset.ts'
import type { Layer } from '../engines/embedded/layers.ts'
import {
  type NearWords,
  type TypedWord,
  wordsLike,
  wordsWithMistake,
} from '../engines/embedded/near-words.ts'
import { markRows } from '../engines/embedded/title-segment.ts'

/** The words of one layer that a typed word may mean. */
interface LayerMatch {
  /** Numbers of the segment's words. */
  words: ReadonlySet<number>
  rows: Bitset
}

/** The words that a typed word may mean. */
export interface MatchedWord {
  typed: TypedWord
  /** One for each layer, in the order of the layers. */
  inLayers: readonly LayerMatch[]
  /** How many titles have at least one of the words. */
  uses: number
}

/** Words spelled as typed, or other forms of the typed word. */
export const matchForms = (layers: readonly Layer[], typed: TypedWord): MatchedWord =>
  matchWords(layers, typed, wordsLike)

/** For a word that no title has: words that differ from it by one mistake. */
export const matchMistakes = (layers: readonly Layer[], typed: TypedWord): MatchedWord =>
  matchWords(layers, typed, wordsWithMistake)

function matchWords(
  layers: readonly Layer[],
  typed: TypedWord,
  findWords: (near: NearWords, typed: TypedWord) => number[],
): MatchedWord {
  const inLayers = layers.map(({ segment, hidden }) => {
    const words = findWords(segment.near, typed)
    const rows = scratchBitset(segment.size)
    markRows(segment, words, rows)
    if (hidden) subtract(rows, hidden)
    return { words: new Set(words), rows }
  })
  return { typed, inLayers, uses: inLayers.reduce((sum, { rows }) => sum + countBits(rows), 0) }
}
