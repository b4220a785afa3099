/** The width of a text in ems. */
type Measure = (text: string) => number

export interface TextBox {
  /** Pixels. */
  width: number
  height: number
  maxLines: number
  /** Sizes of the text that may be chosen, in pixels, the largest first. */
  sizes: readonly number[]
  /** From one base line to the next, in ems. */
  lineHeight: number
}

/** A part of a text that is not broken between lines. */
interface Piece {
  text: string
  width: number
  /** Whether it follows a space, unless it begins a line. */
  spaced: boolean
}

const ELLIPSIS = '…'
/** Steps of a binary search, after which less than a pixel remains. */
const BALANCE_STEPS = 12

/**
 * Sets a text into a box: in the largest size in which all of it fits, with lines of about equal
 * length; or in the smallest size, with an ellipsis if it is cut. A word is only broken in the
 * smallest size, and only if it is wider than the box.
 *
 * @param text with single spaces between its words
 * @returns the size in pixels, and the lines
 */
export function fitText(text: string, box: TextBox, measure: Measure) {
  const space = measure(' ')
  const pieces = splitPieces(text, measure)
  const smallest = box.sizes.at(-1) ?? 1
  for (const size of box.sizes) {
    const width = box.width / size
    if (pieces.some((piece) => piece.width > width)) continue
    const lines = fill(pieces, width, space)
    if (lines.length <= linesThatFit(box, size)) {
      return { size, lines: balance(pieces, width, space).map(textOf) }
    }
  }

  const width = box.width / smallest
  const cut = pieces.flatMap((piece) => cutPiece(piece, width, measure))
  const lines = fill(cut, width, space).map(textOf)
  const count = linesThatFit(box, smallest)
  if (lines.length <= count) return { size: smallest, lines }
  const last = lines.slice(count - 1).join(' ')
  return {
    size: smallest,
    lines: [...lines.slice(0, count - 1), clipText(last, width, measure)],
  }
}

/**
 * A text on one line, with an ellipsis in place of what does not fit.
 *
 * @param width in ems
 */
export function clipText(text: string, width: number, measure: Measure): string {
  if (measure(text) <= width) return text
  const letters = graphemes(text)
  let [fits, tooLong] = [0, letters.length]
  while (tooLong - fits > 1) {
    const middle = Math.floor((fits + tooLong) / 2)
    if (measure(clipped(letters, middle)) <= width) fits = middle
    else tooLong = middle
  }
  return clipped(letters, fits)
}

/** Removes spaces and punctuation before the ellipsis. */
const clipped = (letters: readonly string[], count: number) =>
  letters
    .slice(0, count)
    .join('')
    .replace(/(?<![\s\p{P}])[\s\p{P}]+$/u, '') + ELLIPSIS

const linesThatFit = ({ height, lineHeight, maxLines }: TextBox, size: number) =>
  Math.min(maxLines, Math.max(1, Math.floor(height / (size * lineHeight))))

/**
 * Lines may end at spaces, except those before a dash, and after hyphens, dashes and slashes within
 * words.
 */
function splitPieces(text: string, measure: Measure): Piece[] {
  const words = text.split(/ (?![–—] )/).filter((word) => word !== '')
  return words.flatMap((word) =>
    word
      .split(/(?<=[-‐–—/])(?=\p{L})/u)
      .map((part, at) => ({ text: part, width: measure(part), spaced: at === 0 })),
  )
}

/** Splits a piece into pieces that are no wider than a line. */
function cutPiece(piece: Piece, width: number, measure: Measure): Piece[] {
  if (piece.width <= width) return [piece]
  const parts: Piece[] = []
  let text = ''
  for (const letter of graphemes(piece.text)) {
    if (text !== '' && measure(text + letter) > width) {
      parts.push({ text, width: measure(text), spaced: parts.length === 0 && piece.spaced })
      text = ''
    }
    text += letter
  }
  parts.push({ text, width: measure(text), spaced: parts.length === 0 && piece.spaced })
  return parts
}

/** Puts as many pieces into each line as fit. A wider piece gets a line of its own. */
function fill(pieces: readonly Piece[], width: number, space: number): Piece[][] {
  const lines: Piece[][] = []
  let used = Number.POSITIVE_INFINITY
  for (const piece of pieces) {
    const needed = piece.width + (piece.spaced ? space : 0)
    if (used + needed > width) {
      lines.push([piece])
      used = piece.width
    } else {
      lines.at(-1)?.push(piece)
      used += needed
    }
  }
  return lines
}

/** Uses no more lines than needed, and makes them as narrow as possible. */
function balance(pieces: readonly Piece[], width: number, space: number): Piece[][] {
  let lines = fill(pieces, width, space)
  let [narrow, wide] = [Math.max(0, ...pieces.map((piece) => piece.width)), width]
  for (let step = 0; step < BALANCE_STEPS; step += 1) {
    const middle = (narrow + wide) / 2
    const tried = fill(pieces, middle, space)
    if (tried.length > lines.length) narrow = middle
    else {
      lines = tried
      wide = middle
    }
  }
  return lines
}

const textOf = (line: readonly Piece[]) =>
  line.map(({ text, spaced }, at) => (spaced && at > 0 ? ` ${text}` : text)).join('')

const segmenter = new Intl.Segmenter(undefined, { granularity: 'grapheme' })
const graphemes = (text: string) => [...segmenter.segment(text)].map(({ segment }) => segment)
