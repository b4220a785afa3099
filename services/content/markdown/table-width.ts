import { letterWidth } from '#shared/text/letter-width.ts'

/** Width for a table on a phone of 360 px, and padding of a cell, as in `table.css`. */
const PHONE_PX = 328
const CELL_SPACE_PX = 12
const FONT_PX = 14

/** From this many columns on, a long text would be a column of single words. */
const NARROW_COLUMNS = 3
const LONG_TEXT = 50

/** Whether the longest words of all columns fit side by side, and no long text gets too narrow. */
export function fitsPhone(rows: readonly (readonly { text: string }[])[]): boolean {
  const isNarrow = (rows[0]?.length ?? 0) >= NARROW_COLUMNS
  if (isNarrow && rows.some((row) => row.some(({ text }) => text.length > LONG_TEXT))) return false
  const columns = rows[0]?.map((_, column) =>
    widest(rows.map((row) => longestWord(row[column]?.text ?? ''))),
  )
  const width = (columns ?? []).reduce((sum, word) => sum + word * FONT_PX + CELL_SPACE_PX, 0)
  return width <= PHONE_PX
}

/** Width of a text in a wide window, its padding of cells and a letter of usual width in `table.css`. */
const TEXT_PX = 648
const WIDE_CELL_SPACE_PX = 24
const USUAL_LETTER_PX = 8

/** Two columns are read together more easily where they stand close to each other. */
const NEVER_WIDE_COLUMNS = 2

/**
 * Whether a table may be as wide as the text around it: all of its cells fit a line each, or it has
 * few columns.
 */
export function fitsText(rows: readonly (readonly { text: string }[])[]): boolean {
  const longest: number[] = []
  for (const row of rows) {
    row.forEach(({ text }, column) => {
      longest[column] = Math.max(longest[column] ?? 0, text.length)
    })
  }
  if (longest.length <= NEVER_WIDE_COLUMNS) return true
  const width = longest.reduce((sum, length) => sum + length * USUAL_LETTER_PX, 0)
  return width + longest.length * WIDE_CELL_SPACE_PX <= TEXT_PX
}

const LETTER = /^\p{L}$/u

/** The widest part that no line ends in: it may at a space or after a hyphen, not at a no-break space. */
function longestWord(text: string): number {
  let most = 0
  let width = 0
  let [last, secondLast] = ['', '']
  for (const letter of text) {
    const isSpace = letter === ' ' || letter === '\n'
    if (isSpace || (last === '-' && LETTER.test(secondLast) && LETTER.test(letter))) width = 0
    if (!isSpace) width += letterWidth(letter)
    if (width > most) most = width
    secondLast = last
    last = letter
  }
  return most
}

/** Not `Math.max` with spread: a table may have more rows than a call can have arguments. */
const widest = (widths: readonly number[]) =>
  widths.reduce((most, width) => Math.max(most, width), 0)
