import { listPostings } from './posting-lists.ts'
import { listRowWords, type RowWords } from './row-words.ts'
import { sharedBytes } from './shared-memory.ts'
import type { TitleSegment } from './title-segment.ts'
import type { TokenWords } from './token-words.ts'
import type { WordTables } from './word-tables.ts'

/** The parts of a segment that say which words its rows have. */
export type WordRows = Omit<TokenWords, 'words'> &
  Pick<TitleSegment, 'firstWords' | 'postings' | 'postingStarts' | 'denseWords'>

/** The parts of a segment that do not depend on how its tokens are folded. */
export type SegmentRows = Omit<TitleSegment, keyof WordRows | keyof WordTables | 'letters'>

/** The words of all rows, and how many rows have each. */
export interface WordUses {
  uses: Uint32Array
  rowWords: RowWords
}

/** @param count the number of distinct words */
export function listWordRows(
  rows: SegmentRows,
  folded: Omit<TokenWords, 'words'>,
  count: number,
): { wordRows: WordRows; wordUses: WordUses } {
  const rowWords = listRowWords(rows.size, { ...rows, ...folded })
  const { uses, ...lists } = listPostings(count, rowWords)
  return {
    wordRows: { ...folded, ...lists, firstWords: listFirstWords(rowWords) },
    wordUses: { uses, rowWords },
  }
}

function listFirstWords({ words, starts }: RowWords): Uint8Array {
  const firstWords = sharedBytes(starts.length - 1)
  // The assignment keeps only the lowest eight bits.
  for (let row = 0; row < firstWords.length; row++) firstWords[row] = words[starts[row] ?? 0] ?? 0
  return firstWords
}
