import { fold, foldTr } from './fold.ts'
import type { FoldedText } from './title-match.ts'

/** Half-open range of UTF-16 units of the title as it was given. */
export type Mark = [start: number, end: number]

/** A stretch of the title that can be folded by itself: mostly one grapheme. */
interface Piece {
  start: number
  end: number
  /** The stretch without invisible characters. */
  source: string
  folded: string
}

/** Latin, Greek and Cyrillic without combining marks: every unit is a grapheme and folds to one. */
const SIMPLE =
  /^[ -~\u00a0-\u00ac\u00ae-\u02ff\u0370-\u0482\u048a-\u052f\u2010-\u2027\u2030-\u205e\u20a0-\u20c0]*$/

const graphemes = new Intl.Segmenter('und', { granularity: 'grapheme' })

/**
 * Where the words stand in the title: every occurrence of each, in order. Ranges that overlap or
 * touch are one. A range never begins or ends inside a grapheme, so it may hold an accent more.
 *
 * @param words from `foldQuery` with the title's locale
 */
export function highlight(title: string, words: readonly FoldedText[]): Mark[] {
  const turkish = words.flatMap((word) => word.turkish ?? [])
  const marks = occurrences(
    title,
    fold,
    words.map((word) => word.plain),
  )
  if (turkish.length > 0) marks.push(...occurrences(title, foldTr, turkish))
  return unite(marks)
}

function occurrences(
  title: string,
  foldTitle: (text: string) => string,
  words: readonly string[],
): Mark[] {
  // Well-formed, which keeps its length: otherwise halves of a surrogate pair that something
  // invisible keeps apart would become a pair.
  const pieces = toPieces(title.toWellFormed(), foldTitle)
  const folded = pieces.map((piece) => piece.folded).join('')
  // The piece that each unit of the folded title came from.
  const origin = pieces.flatMap((piece) => Array<Piece>(piece.folded.length).fill(piece))

  const marks: Mark[] = []
  for (const word of words) {
    for (let at = folded.indexOf(word); at !== -1; at = folded.indexOf(word, at + 1)) {
      const first = origin[at]
      const last = origin[at + word.length - 1]
      if (!first || !last) break
      marks.push([first.start, last.end])
    }
  }
  return marks
}

/** The folded pieces, joined, are the folded title. */
function toPieces(title: string, foldTitle: (text: string) => string): Piece[] {
  if (SIMPLE.test(title)) {
    return Array.from(foldTitle(title), (folded, at) => {
      return { start: at, end: at + 1, source: folded, folded }
    })
  }

  const pieces: Piece[] = []
  for (const { segment, index } of graphemes.segment(title)) {
    const folded = foldTitle(segment)
    if (folded === '') continue

    const end = index + segment.length
    const last = pieces.at(-1)
    const joined = last && foldTitle(last.source + segment)
    if (last && joined !== undefined && joined !== last.folded + folded) {
      // An accent that an invisible character had cut off from its letter.
      last.end = end
      last.source += segment
      last.folded = joined
    } else {
      pieces.push({ start: index, end, source: segment, folded })
    }
  }
  return pieces
}

function unite(marks: readonly Mark[]): Mark[] {
  const united: Mark[] = []
  for (const [start, end] of marks.toSorted((one, other) => one[0] - other[0])) {
    const last = united.at(-1)
    if (last && start <= last[1]) last[1] = Math.max(last[1], end)
    else united.push([start, end])
  }
  return united
}
