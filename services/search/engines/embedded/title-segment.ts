import type { FoundTitle } from '../engine.ts'
import { readId } from './article-ids.ts'
import { type Bitset, unite } from './bitset.ts'
import type { NearWords } from './near-words.ts'
import { plainSlug } from './plain-slug.ts'
import { type TextList, textAt } from './text-list.ts'
import type { WordList } from './vocabulary.ts'

/** In a row, instead of the number of pieces: the path is the usual prefix and the plain slug. */
export const PLAIN_SLUG = 0

/**
 * Titles, newest first, and the distinct words of which they consist. Never changes.
 *
 * Numbers in bytes instead of objects: a million titles take 80 to 100 MB and can be passed
 * to another thread without a copy. A title is stored as the numbers of its tokens, which are its parts between
 * blanks as written. A token is folded to words, usually one, and words are what is searched.
 */
export interface TitleSegment extends TitleWords {
  readonly size: number
  /** For each row: the number of tokens, the tokens, the number of the path's pieces, the pieces. */
  readonly rows: Uint8Array
  /** Where each row begins in `rows`; a last entry says where the last one ends. */
  readonly rowStarts: Uint32Array
  /** 16 bytes per row. */
  readonly ids: Uint8Array
  /** All rows, sorted by their ids. */
  readonly rowsById: Uint32Array
  readonly publishedMs: Float64Array
  readonly tokens: TextList
  /** The distinct parts of paths between hyphens. */
  readonly pieces: TextList
  readonly pathPrefix: string
}

/** Everything that is derived from the words of titles. */
export interface TitleWords {
  readonly tokenWords: Uint32Array
  /** Where the words of each token begin in `tokenWords`; a last entry ends them. */
  readonly tokenWordStarts: Uint32Array
  /** For each row, the lowest eight bits of the number of its first word. */
  readonly firstWords: Uint8Array
  /** The words, folded. */
  readonly plain: WordList
  /** The same words in the same order under the Turkish rule; undefined unless the site is Turkish. */
  readonly turkish: WordList | undefined
  /** For each word, its rows, each as the distance from the one before it, minus one. */
  readonly postings: Uint8Array
  readonly postingStarts: Uint32Array
  /** Words that are in so many titles that one bit per row is shorter; they have no postings. */
  readonly denseWords: ReadonlyMap<number, Bitset>
  /** Finds similar words. */
  readonly near: NearWords
}

/** Sets the bits of the rows that have any of the words. */
export function markRows(segment: TitleSegment, words: readonly number[], rows: Bitset): void {
  const { postings, postingStarts, denseWords } = segment
  for (const word of words) {
    const dense = denseWords.get(word)
    if (dense) {
      unite(rows, dense)
      continue
    }
    const end = postingStarts[word + 1] ?? 0
    let row = -1
    for (let at = postingStarts[word] ?? 0; at < end; ) {
      let byte = postings[at++] ?? 0
      let distance = byte & 127
      for (let shift = 7; byte > 127; shift += 7) {
        byte = postings[at++] ?? 0
        distance |= (byte & 127) << shift
      }
      row += distance + 1
      rows[row >>> 5] = (rows[row >>> 5] ?? 0) | (1 << (row & 31))
    }
  }
}

/** Reads the numbers of rows, one after the other, without allocating objects. */
export interface RowReader {
  /** Goes to a row. @returns the number of its tokens */
  open(row: number): number
  /** The next number of the row. */
  read(): number
}

export function createRowReader({
  rows,
  rowStarts,
}: Pick<TitleSegment, 'rows' | 'rowStarts'>): RowReader {
  let at = 0
  const read = () => {
    let byte = rows[at++] ?? 0
    let value = byte & 127
    for (let shift = 7; byte > 127; shift += 7) {
      byte = rows[at++] ?? 0
      value |= (byte & 127) << shift
    }
    return value
  }
  return {
    open(row) {
      at = rowStarts[row] ?? 0
      return read()
    },
    read,
  }
}

/** How the texts of a segment are read. */
interface SegmentTexts {
  token(number: number): string
  piece(number: number): string
}

const textsOf = ({ tokens, pieces }: TitleSegment): SegmentTexts => ({
  token: (number) => textAt(tokens, number),
  piece: (number) => textAt(pieces, number),
})

/** A title exactly as it was added. */
export function readTitle(
  segment: TitleSegment,
  row: number,
  texts: SegmentTexts = textsOf(segment),
): FoundTitle {
  const reader = createRowReader(segment)
  const readAll = (count: number, textOf: (number: number) => string) =>
    Array.from({ length: count }, () => textOf(reader.read()))
  const title = readAll(reader.open(row), texts.token).join(' ')
  const pieces = reader.read()
  const path =
    pieces === PLAIN_SLUG
      ? segment.pathPrefix + plainSlug(title)
      : readAll(pieces, texts.piece).join('-')
  return { id: readId(segment.ids, row), title, path }
}
