import { type Bitset, createBitset, setBit } from './bitset.ts'
import { sizeOfNumber, writeNumber } from './byte-list.ts'
import type { RowWords } from './row-words.ts'
import { sharedBytes, sharedUint32 } from './shared-memory.ts'

export interface PostingLists {
  /** How many rows have each word. */
  uses: Uint32Array
  postings: Uint8Array
  postingStarts: Uint32Array
  denseWords: Map<number, Bitset>
}

/**
 * Inverts the index: from the words of each row to the rows of each word.
 *
 * @param words the number of distinct words
 */
export function listPostings(words: number, rowWords: RowWords): PostingLists {
  const rows = rowWords.starts.length - 1
  const uses = sharedUint32(words)
  const sizes = new Uint32Array(words)
  forEachNew(rowWords, words, (word, distance) => {
    uses[word] = (uses[word] ?? 0) + 1
    sizes[word] = (sizes[word] ?? 0) + sizeOfNumber(distance)
  })

  const denseWords = new Map<number, Bitset>()
  const bitsets = new Array<Bitset | undefined>(words)
  const postingStarts = sharedUint32(words + 1)
  const bitsetBytes = Math.ceil(rows / 32) * 4
  for (let word = 0; word < words; word++) {
    const size = sizes[word] ?? 0
    if (size > bitsetBytes) {
      const bits = createBitset(rows)
      denseWords.set(word, bits)
      bitsets[word] = bits
    }
    postingStarts[word + 1] = (postingStarts[word] ?? 0) + (bitsets[word] ? 0 : size)
  }

  const postings = sharedBytes(postingStarts[words] ?? 0)
  const ends = postingStarts.slice(0, words)
  forEachNew(rowWords, words, (word, distance, row) => {
    const bits = bitsets[word]
    if (bits) setBit(bits, row)
    else ends[word] = writeNumber(postings, ends[word] ?? 0, distance)
  })
  return { uses, postings, postingStarts, denseWords }
}

/** Repeated words of a row are passed once. `distance`: from the word's last row, minus one. */
function forEachNew(
  { words, starts }: RowWords,
  distinct: number,
  see: (word: number, distance: number, row: number) => void,
): void {
  const lastRows = new Int32Array(distinct).fill(-1)
  for (let row = 0; row < starts.length - 1; row++) {
    const end = starts[row + 1] ?? 0
    for (let at = starts[row] ?? 0; at < end; at++) {
      const word = words[at] ?? 0
      const last = lastRows[word] ?? -1
      if (last === row) continue
      lastRows[word] = row
      see(word, row - last - 1, row)
    }
  }
}
