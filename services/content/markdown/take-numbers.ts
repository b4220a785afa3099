import type { Token } from 'markdown-it'
import { seenText } from './seen-text.ts'

/** What a number in a text is: a value that formulas name, or the result of a formula. */
export const NUMBER_KINDS = ['input', 'calc'] as const
export type NumberKind = (typeof NUMBER_KINDS)[number]

/** A number that says what it is: `[$2,022.62](<calc: pmt(price, rate / 12, years * 12)>)`. */
export interface NumberLink {
  /** The number of lines above it. */
  line: number
  kind: NumberKind
  /** What stands after the colon. */
  definition: string
  /** What readers see. */
  printed: string
  /** The first cell of its row; undefined outside of tables, and in that cell itself. */
  rowHead: string | undefined
}

/** Removes links that say what a number is, but for the number itself. @returns them, in order */
export function takeNumbers(tokens: readonly Token[]): NumberLink[] {
  const numbers: NumberLink[] = []
  let line = 0
  let isInRow = false
  let rowHead: string | undefined
  for (const token of tokens) {
    line = token.map?.[0] ?? line
    if (token.type === 'tr_open' || token.type === 'tr_close') {
      isInRow = token.type === 'tr_open'
      rowHead = undefined
    }
    if (token.type !== 'inline' || !token.children) continue
    token.children = takeFrom(token.children, (number, lines) => {
      numbers.push({ ...number, line: line + lines, rowHead })
    })
    if (isInRow) rowHead ??= seenText(token.children)
  }
  return numbers
}

function takeFrom(
  children: readonly Token[],
  found: (number: Pick<NumberLink, 'kind' | 'definition' | 'printed'>, lines: number) => void,
): Token[] {
  const left: Token[] = []
  let lines = 0
  let open: { kind: NumberKind; definition: string; from: number } | undefined
  for (const child of children) {
    if (child.type === 'softbreak' || child.type === 'hardbreak') lines += 1
    const address = child.type === 'link_open' ? String(child.attrGet('href')) : ''
    const kind = NUMBER_KINDS.find((one) => address.startsWith(`${one}:`))
    if (kind) {
      open = { kind, definition: decodeAddress(address.slice(kind.length + 1)), from: left.length }
    } else if (child.type === 'link_close' && open) {
      const { from, ...number } = open
      found({ ...number, printed: seenText(left.slice(from)) }, lines)
      open = undefined
    } else left.push(child)
  }
  return left
}

/** The parser has encoded what no address may contain. */
function decodeAddress(address: string): string {
  try {
    return decodeURIComponent(address).trim()
  } catch {
    return address.trim()
  }
}
