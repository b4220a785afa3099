import type { PagePath } from '#shared/contracts/primitives.ts'
import { readId } from './article-ids.ts'
import { type Bitset, unite } from './bitset.ts'
import type { NearWords } from './near-words.ts'
import { PIECES, SILENT, SLUG, SLUG_START, SPELLED, SPELLED_START } from './path-writer.ts'
import { plainSlug } from './plain-slug.ts'
import { type TextList, textAt } from './text-list.ts'
import type { Vocabulary } from './vocabulary.ts'

/** Rows of numbers. */
export interface TitleRows {
  /** For each row: the number of tokens, the tokens, and the path as `path-writer.ts` encodes it. */
  readonly rows: Uint8Array
  /** Where each row begins in `rows`; a last entry says where the last one ends. */
  readonly rowStarts: Uint32Array
}

/**
 * Titles, newest first, and the distinct words of which they consist. Never changes.
 *
 * Numbers in bytes instead of objects: a million titles take 90 MB and can be passed to another
 * thread without a copy. A title is stored as the numbers of its tokens, which are its parts between
 * blanks as written. A token is folded to words, usually one, and words are what is searched.
 */
export interface TitleSegment extends TitleRows {
  readonly size: number
  /** 16 bytes per row. */
  readonly ids: Uint8Array
  /** All rows, sorted by their ids. */
  readonly rowsById: Uint32Array
  readonly publishedMs: Float64Array
  readonly tokens: TextList
  readonly tokenWords: Uint32Array
  /** Where the words of each token begin in `tokenWords`; a last entry ends them. */
  readonly tokenWordStarts: Uint32Array
  /** The distinct parts of paths between hyphens. */
  readonly pieces: TextList
  readonly pathPrefix: string
  /** For each token, the piece that spells it in most paths; see `path-writer.ts`. */
  readonly tokenPieces: Int32Array
  /** For each row, the lowest eight bits of the number of its first word. */
  readonly firstWords: Uint8Array
  /** The words, folded. */
  readonly plain: Vocabulary
  /** The same words in the same order under the Turkish rule; undefined unless the site is Turkish. */
  readonly turkish: Vocabulary | undefined
  /** For each word, its rows, each as the distance from the one before it, minus one. */
  readonly postings: Uint8Array
  readonly postingStarts: Uint32Array
  /** Words that are in so many titles that one bit per row is shorter; they have no postings. */
  readonly denseWords: ReadonlyMap<number, Bitset>
  /** For the most frequent letters, the rows that have them anywhere. */
  readonly letters: ReadonlyMap<string, Bitset>
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

export function createRowReader({ rows, rowStarts }: TitleRows): RowReader {
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

export interface SegmentTitle {
  id: string
  title: string
  path: PagePath
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
): SegmentTitle {
  const reader = createRowReader(segment)
  const tokens = Array.from({ length: reader.open(row) }, reader.read)
  const title = tokens.map(texts.token).join(' ')
  const path = readPath(segment, { title, tokens }, reader, texts)
  return { id: readId(segment.ids, row), title, path }
}

/** Decodes what `path-writer.ts` wrote. */
function readPath(
  { tokenPieces, pathPrefix }: TitleSegment,
  { title, tokens }: { title: string; tokens: readonly number[] },
  reader: RowReader,
  texts: SegmentTexts,
): PagePath {
  const code = reader.read()
  if (code === SLUG) return pathPrefix + plainSlug(title)
  if (code === SLUG_START) return pathPrefix + plainSlug(title).slice(0, reader.read())
  if (code !== SPELLED && code !== SPELLED_START) {
    return Array.from({ length: code - PIECES }, () => texts.piece(reader.read())).join('-')
  }
  const count = code === SPELLED ? tokens.length : reader.read()
  const spelled = tokens
    .map((token) => tokenPieces[token] ?? SILENT)
    .filter((piece) => piece !== SILENT)
    .slice(0, count)
    .map((piece) => texts.piece(piece - 1))
  return pathPrefix + spelled.join('-')
}
