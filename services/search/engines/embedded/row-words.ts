import { sharedUint32 } from './shared-memory.ts'
import { createRowReader, type TitleSegment } from './title-segment.ts'

/** The words of all rows, including repetitions. */
export interface RowWords {
  words: Uint32Array
  /** Where the words of each row begin in `words`; a last entry ends them. */
  starts: Uint32Array
}

/** Reads all rows once, for everything that is derived from their words. */
export function listRowWords(
  rows: number,
  segment: Pick<TitleSegment, 'rows' | 'rowStarts' | 'tokenWords' | 'tokenWordStarts'>,
): RowWords {
  const { tokenWords, tokenWordStarts } = segment
  const reader = createRowReader(segment)
  const starts = sharedUint32(rows + 1)
  let words = sharedUint32(rows * 12 + 1)
  let count = 0
  for (let row = 0; row < rows; row++) {
    for (let left = reader.open(row); left > 0; left--) {
      const token = reader.read()
      const end = tokenWordStarts[token + 1] ?? 0
      for (let at = tokenWordStarts[token] ?? 0; at < end; at++) {
        if (count === words.length) words = grow(words)
        words[count++] = tokenWords[at] ?? 0
      }
    }
    starts[row + 1] = count
  }
  return { words, starts }
}

function grow(numbers: Uint32Array): Uint32Array {
  const larger = sharedUint32(numbers.length * 2)
  larger.set(numbers)
  return larger
}
