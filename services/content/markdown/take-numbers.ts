import type { Token } from 'markdown-it'
import { NUMBER_KINDS, type NumberKind } from '#shared/formulas/number-kinds.ts'
import { seenText } from './seen-text.ts'

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

/** A number with the tokens around it. */
export interface TakenNumber {
  link: NumberLink
  /** Both stand in the place of the link, and are hidden unless it is a fact. */
  open: Token
  close: Token
  /** The opening token of the table that it stands in. */
  table: Token | undefined
}

type Definition = Pick<NumberLink, 'kind' | 'definition'>

/**
 * Hides the links that say what a number is, so that the number alone is left; around a fact two marks
 * are left, because pages say beside it when it has ended.
 *
 * @returns the numbers, in order
 */
export function takeNumbers(tokens: readonly Token[]): TakenNumber[] {
  const numbers: TakenNumber[] = []
  let line = 0
  let isInRow = false
  let head: Token | undefined
  let table: Token | undefined
  for (const token of tokens) {
    line = token.map?.[0] ?? line
    if (token.type === 'table_open') table = token
    if (token.type === 'table_close') table = undefined
    if (token.type === 'tr_open' || token.type === 'tr_close') {
      isInRow = token.type === 'tr_open'
      head = undefined
    }
    if (token.type !== 'inline' || !token.children) continue
    if (token.children.some(({ type }) => type === 'link_open')) {
      const rowHead = head?.children ? seenText(head.children) : undefined
      for (const { linesAbove, open, close, ...number } of takeFrom(token.children)) {
        const link = { ...number, line: line + linesAbove, rowHead }
        numbers.push({ link, open, close, table })
      }
    }
    if (isInRow) head ??= token
  }
  return numbers
}

type FoundNumber = Omit<TakenNumber, 'link' | 'table'> &
  Omit<NumberLink, 'line' | 'rowHead'> & { linesAbove: number }

function takeFrom(children: readonly Token[]): FoundNumber[] {
  const found: FoundNumber[] = []
  let linesAbove = 0
  let opened: (Definition & { open: Token; at: number }) | undefined
  children.forEach((child, at) => {
    if (child.type === 'softbreak' || child.type === 'hardbreak') linesAbove += 1
    const defined = definitionIn(child)
    if (defined) {
      opened = { ...defined, open: child, at }
    } else if (child.type === 'link_close' && opened) {
      const { at: start, ...number } = opened
      mark(number, child)
      const printed = seenText(children.slice(start, at))
      found.push({ ...number, printed, close: child, linesAbove })
      opened = undefined
    }
  })
  return found
}

/** Turns the tokens of a link into those of a number. */
function mark({ kind, definition, open }: Definition & { open: Token }, close: Token): void {
  if (kind === 'fact') {
    Object.assign(open, { type: 'fact_open', tag: 'data', attrs: [['value', definition]] })
    Object.assign(close, { type: 'fact_close', tag: 'data' })
    return
  }
  Object.assign(open, { type: 'number_open', tag: 'span', attrs: null, hidden: true })
  Object.assign(close, { type: 'number_close', tag: 'span', hidden: true })
}

/** What a link says of its number, if its address is such a definition. */
function definitionIn(token: Token): Definition | undefined {
  if (token.type !== 'link_open') return undefined
  const address = String(token.attrGet('href'))
  const colon = address.indexOf(':')
  const scheme = address.slice(0, colon).toLowerCase()
  const kind = NUMBER_KINDS.find((one) => one === scheme)
  return kind && { kind, definition: decodeAddress(address.slice(colon + 1)) }
}

/** The parser has encoded what no address may contain. */
function decodeAddress(address: string): string {
  try {
    return decodeURIComponent(address).trim()
  } catch {
    return address.trim()
  }
}
