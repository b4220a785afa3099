import { type Bitset, createBitset, setBit } from './bitset.ts'
import { sizeOfNumber, writeNumber } from './byte-list.ts'
import { sharedBytes, sharedUint32 } from './shared-memory.ts'

/** A row has every word once, in any order. */
export type EachWord = (row: number, see: (word: number) => void) => void

export interface PostingLists {
  /** How many rows have each word. */
  uses: Uint32Array
  postings: Uint8Array
  postingStarts: Uint32Array
  denseWords: Map<number, Bitset>
}

/**
 * Turns rows of words into words with their rows.
 *
 * @param rows how many
 * @param words how many distinct ones
 */
export function listPostings(rows: number, words: number, eachWord: EachWord): PostingLists {
  const uses = new Uint32Array(words)
  const sizes = new Uint32Array(words)
  const lastRows = new Int32Array(words).fill(-1)
  forEachNew(rows, lastRows, eachWord, (word, distance) => {
    uses[word] = (uses[word] ?? 0) + 1
    sizes[word] = (sizes[word] ?? 0) + sizeOfNumber(distance)
  })

  const denseWords = new Map<number, Bitset>()
  const postingStarts = sharedUint32(words + 1)
  const bitsetBytes = Math.ceil(rows / 32) * 4
  for (let word = 0; word < words; word++) {
    const size = sizes[word] ?? 0
    const isDense = size > bitsetBytes
    if (isDense) denseWords.set(word, createBitset(rows))
    postingStarts[word + 1] = (postingStarts[word] ?? 0) + (isDense ? 0 : size)
  }

  const postings = sharedBytes(postingStarts[words] ?? 0)
  const ends = postingStarts.slice(0, words)
  const bitsets = new Array<Bitset | undefined>(words)
  for (const [word, bits] of denseWords) bitsets[word] = bits
  forEachNew(rows, lastRows.fill(-1), eachWord, (word, distance, row) => {
    const bits = bitsets[word]
    if (bits) setBit(bits, row)
    else ends[word] = writeNumber(postings, ends[word] ?? 0, distance)
  })
  return { uses, postings, postingStarts, denseWords }
}

/** A word that a row has twice is seen once. `distance` is from the row before, less one. */
function forEachNew(
  rows: number,
  lastRows: Int32Array,
  eachWord: EachWord,
  see: (word: number, distance: number, row: number) => void,
): void {
  let row = 0
  const seeWord = (word: number) => {
    const last = lastRows[word] ?? -1
    if (last === row) return
    lastRows[word] = row
    see(word, row - last - 1, row)
  }
  for (; row < rows; row++) eachWord(row, seeWord)
}
