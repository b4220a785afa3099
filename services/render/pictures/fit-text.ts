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

interface FittedText {
  /** Pixels. */
  size: number
  lines: string[]
}

/** What no line break may come into. */
interface Piece {
  text: string
  width: number
  /** Whether a space stands before it, unless it begins a line. */
  spaced: boolean
}

const ELLIPSIS = '…'
/** Halvings of what is left to balance: less than a pixel remains. */
const BALANCE_STEPS = 12

/**
 * Sets a text into a box: in the largest size that takes it whole, its lines about equally long; or
 * in the smallest one, with an ellipsis where it ends too early. A word is only cut in the smallest
 * size, and only where it is wider than the box.
 *
 * @param text with single spaces between its words
 */
export function fitText(text: string, box: TextBox, measure: Measure): FittedText {
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
 * A text on one line: with an ellipsis in place of what does not fit.
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

/** Without what would stand oddly before an ellipsis. */
const clipped = (letters: readonly string[], count: number) =>
  letters
    .slice(0, count)
    .join('')
    .replace(/(?<![\s\p{P}])[\s\p{P}]+$/u, '') + ELLIPSIS

const linesThatFit = ({ height, lineHeight, maxLines }: TextBox, size: number) =>
  Math.min(maxLines, Math.max(1, Math.floor(height / (size * lineHeight))))

/**
 * Lines may end at spaces, but for those before a dash, and after hyphens, dashes and slashes within
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

/** Pieces of a piece, none wider than a line. */
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

/** Puts into each line what there is room for. A piece that is wider has a line of its own. */
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

/** As many lines as are needed, and these as narrow as they can all be. */
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
