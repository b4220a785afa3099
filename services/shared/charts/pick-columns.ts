import type { Locale } from '../contracts/primitives.ts'
import { readNumber } from '../formulas/printed-number.ts'
import { cutAtWord } from '../text/cut-at-word.ts'
import type { TableTexts } from './chart.ts'

/** A column that is drawn, and how it is called in the picture. */
interface Picked {
  name: string
  column: number
}

export type PickedColumns = { picked: Picked[] } | { mistake: string }

/** The most characters of a head that a message quotes, and of how many columns. */
const QUOTED = 40
const MAX_QUOTED = 8

/**
 * The columns that are drawn: those whose heads are named, or begin as they are named; without
 * names, all with a number in them but the first.
 */
export function pickColumns(
  { heads, rows }: TableTexts,
  names: readonly string[] | undefined,
  locale: Locale,
): PickedColumns {
  if (names) return pickNamed(heads, names)
  const picked = heads.flatMap((name, column) => {
    const hasNumber = rows.some((row) => readNumber(row[column] ?? '', locale) !== undefined)
    return column > 0 && hasNumber ? { name, column } : []
  })
  return picked.length > 0 ? { picked } : { mistake: 'has no column of numbers: write one' }
}

function pickNamed(heads: readonly string[], names: readonly string[]): PickedColumns {
  const picked: Picked[] = []
  for (const name of names) {
    const ways = [isHead, isBeforeColon, isStart].map((fits) => columnsOf(heads, name, fits))
    const found = ways.find(({ length }) => length > 0) ?? []
    const [column] = found
    if (column === undefined) {
      const some = heads.slice(1, MAX_QUOTED + 1).map((head) => `"${cutAtWord(head, QUOTED)}"`)
      return { mistake: `names the column "${name}", and the table has ${some.join(', ')}` }
    }
    if (found.length > 1) {
      return {
        mistake: `names the column "${name}", as which more than one begins: write more of its head`,
      }
    }
    picked.push({ name, column })
  }
  if (new Set(picked.map(({ column }) => column)).size < picked.length) {
    return { mistake: 'names a column twice: leave one out' }
  }
  return { picked }
}

const isHead = (head: string, name: string) => head === name
/** `Owner` for `Owner: what is left after a sale`. */
const isBeforeColon = (head: string, name: string) => head.startsWith(`${name}:`)
const isStart = (head: string, name: string) => head.startsWith(name)

const columnsOf = (
  heads: readonly string[],
  name: string,
  fits: (head: string, name: string) => boolean,
) => heads.flatMap((head, column) => (column > 0 && fits(plain(head), plain(name)) ? column : []))

/** A no-break space is a space to those who type a name. */
const plain = (text: string) => text.replaceAll(/\s+/gu, ' ').trim()
