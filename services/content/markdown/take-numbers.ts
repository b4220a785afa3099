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

type Definition = Pick<NumberLink, 'kind' | 'definition'>

/**
 * Removes links that say what a number is, but for the number itself; around a fact two marks are left,
 * because pages say beside it when it has ended.
 *
 * @returns the links, in order
 */
export function takeNumbers(tokens: readonly Token[]): NumberLink[] {
  const numbers: NumberLink[] = []
  let line = 0
  let isInRow = false
  let head: Token | undefined
  for (const token of tokens) {
    line = token.map?.[0] ?? line
    if (token.type === 'tr_open' || token.type === 'tr_close') {
      isInRow = token.type === 'tr_open'
      head = undefined
    }
    if (token.type !== 'inline' || !token.children) continue
    if (token.children.some(({ type }) => type === 'link_open')) {
      const rowHead = head?.children ? seenText(head.children) : undefined
      token.children = takeFrom(token.children, (number, linesAbove) => {
        numbers.push({ ...number, line: line + linesAbove, rowHead })
      })
    }
    if (isInRow) head ??= token
  }
  return numbers
}

function takeFrom(
  children: readonly Token[],
  found: (number: Omit<NumberLink, 'line' | 'rowHead'>, linesAbove: number) => void,
): Token[] {
  const left: Token[] = []
  let linesAbove = 0
  let open: (Definition & { from: number }) | undefined
  for (const child of children) {
    if (child.type === 'softbreak' || child.type === 'hardbreak') linesAbove += 1
    const defined = definitionIn(child)
    if (defined) {
      open = { ...defined, from: left.length }
      if (open.kind === 'fact') left.push(factMark(child, open.definition))
    } else if (child.type === 'link_close' && open) {
      const { from, ...number } = open
      found({ ...number, printed: seenText(left.slice(from)) }, linesAbove)
      if (open.kind === 'fact') left.push(factMark(child))
      open = undefined
    } else left.push(child)
  }
  return left
}

/** The token of a link as that of a fact: `<data value="401k-limit">`. */
function factMark(link: Token, definition?: string): Token {
  link.type = definition === undefined ? 'fact_close' : 'fact_open'
  link.tag = 'data'
  link.attrs = definition === undefined ? null : [['value', definition]]
  return link
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
