import { type Bitset, countBits, scratchBitset, subtract } from '../engines/embedded/bitset.ts'
import type { Layer } from '../engines/embedded/layers.ts'
import { markRows } from '../engines/embedded/title-segment.ts'
import { type NearWords, type TypedWord, wordsLike, wordsWithMistake } from './near-words.ts'

/** What stands for a typed word in one layer. */
interface LayerMatch {
  /** Numbers of the segment's words. */
  words: ReadonlySet<number>
  rows: Bitset
}

/** What stands for a typed word. */
export interface MatchedWord {
  typed: TypedWord
  /** Of each layer, in their order. */
  inLayers: readonly LayerMatch[]
  /** How many titles have one of the words. */
  uses: number
}

/** The same words, spelled as they were typed or in another form of them. */
export const matchForms = (layers: readonly Layer[], typed: TypedWord): MatchedWord =>
  matchWords(layers, typed, wordsLike)

/** What stands for a word that no title has: words that it may be with a mistake. */
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
