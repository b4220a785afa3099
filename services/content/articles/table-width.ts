import type { Cell } from './prepare-tables.ts'

/** What a phone of 360 px has for a table, and a cell around its text: `table.css` keeps to it. */
const PHONE_PX = 328
const CELL_SPACE_PX = 12
const FONT_PX = 14

/** Of a letter, in the widest of the faces that readers have, as a part of the size of the type. */
const NARROW = /[ijlıfrt.,:;!'’()|\-–I ]/
const NARROW_EM = 0.4
const WIDE = /[mwMWЖШЩЮжшщюмыфдЫМФД%@—]|\p{Lu}/u
const WIDE_EM = 0.86
const OTHER_EM = 0.64

/** A line may end at blanks, and after a hyphen; not at a no-break space. */
const BREAKS = /[ \n]|(?<=\p{L}-)(?=\p{L})/u

/** Of this many columns a long text would be a ribbon of single words. */
const NARROW_COLUMNS = 3
const LONG_TEXT = 50

/** Whether the longest words of its columns fit beside each other, and no text gets too narrow. */
export function fitsPhone(rows: readonly (readonly Pick<Cell, 'text'>[])[]): boolean {
  const isNarrow = (rows[0]?.length ?? 0) >= NARROW_COLUMNS
  if (isNarrow && rows.some((row) => row.some(({ text }) => text.length > LONG_TEXT))) return false
  const columns = rows[0]?.map((_, column) =>
    widest(rows.map((row) => longestWord(row[column]?.text ?? ''))),
  )
  const width = (columns ?? []).reduce((sum, word) => sum + word * FONT_PX + CELL_SPACE_PX, 0)
  return width <= PHONE_PX
}

const longestWord = (text: string) => widest(text.split(BREAKS).map(widthOf))

/** A table may have more rows than a call can have arguments, so these are no arguments of `Math.max`. */
const widest = (widths: readonly number[]) =>
  widths.reduce((most, width) => Math.max(most, width), 0)

const widthOf = (word: string) =>
  [...word].reduce((width, letter) => width + letterWidth(letter), 0)

function letterWidth(letter: string): number {
  if (NARROW.test(letter)) return NARROW_EM
  return WIDE.test(letter) ? WIDE_EM : OTHER_EM
}
