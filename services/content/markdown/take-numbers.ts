import type { Token } from 'markdown-it'
import type { Formula } from '#shared/formulas/formula.ts'
import { NUMBER_KINDS, type NumberKind } from '#shared/formulas/number-kinds.ts'
import { seenText } from './seen-text.ts'

/** A number that says what it is: `[$2,022.62](<calc: pmt(price, rate / 12, years * 12)>)`. */
export interface NumberLink {
  /** The number of lines above it. */
  line: number
  kind: NumberKind
  /** What stands after the colon. */
  definition: string
  /** Reference to the fact that the number is: its name, perhaps with a time. */
  fact: string | undefined
  /** What readers see. */
  printed: string
  /** The first cell of its row; undefined outside of tables, and in that cell itself. */
  rowHead: string | undefined
}

/** A number that is a fact, whether formulas name it or not. */
export interface FactNumber extends NumberLink {
  fact: string
}

export const isFact = (number: NumberLink): number is FactNumber => number.fact !== undefined

/** A number with the tokens around it. */
export interface TakenNumber {
  link: NumberLink
  /** Both stand in the place of the link, each with a {@link NumberMeta}. */
  open: Token
  close: Token
  /** The opening token of the table that it stands in. */
  table: Token | undefined
}

/** What readers' pages and browsers get to know of a number. */
export interface NumberMeta {
  fact?: string | undefined
  /** Of the element around a number that readers can change, or that follows one. */
  attributes?: string
  /** What gives its value then; of an input, its name. */
  formula?: Formula
}

type Definition = Pick<NumberLink, 'kind' | 'definition' | 'fact'>

/**
 * Takes away the links that say what a number is, so that the number alone is left; around a fact two
 * marks are left, because pages say beside it when it has ended.
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
function mark({ fact, open }: Definition & { open: Token }, close: Token): void {
  const meta: NumberMeta = { fact }
  Object.assign(open, { type: 'number_open', attrs: null, meta })
  Object.assign(close, { type: 'number_close', meta })
}

/** What a link says of its number, if its address is such a definition. */
function definitionIn(token: Token): Definition | undefined {
  if (token.type !== 'link_open') return undefined
  const address = String(token.attrGet('href'))
  const kind = kindOf(address)
  if (!kind) return undefined
  const definition = decoded(address.slice(kind.length + 1)).trim()
  return { kind, definition, fact: factIn(kind, definition) }
}

/** Each with its colon. */
const STARTS = NUMBER_KINDS.map((kind) => [kind, `${kind}:`] as const)
const LONGEST_START = 6

function kindOf(address: string): NumberKind | undefined {
  const written = address.slice(0, LONGEST_START).toLowerCase()
  return STARTS.find(([, start]) => written.startsWith(start))?.[0]
}

/** Whether a link says what a number is, and leads nowhere. */
export const isNumberAddress = (address: string): boolean => kindOf(address) !== undefined

const FACT_OF_INPUT = /,\s*fact\s+([^,\s]+)/

function factIn(kind: NumberKind, definition: string): string | undefined {
  if (kind === 'fact') return definition
  return kind === 'input' ? FACT_OF_INPUT.exec(definition)?.[1] : undefined
}

const ESCAPES = /(?:%[\da-f]{2})+/gi

/** Outside of angle brackets, writers encode what no address may contain; a percent sign may be one. */
const decoded = (address: string): string =>
  address.includes('%') ? address.replaceAll(ESCAPES, decodeEscapes) : address

function decodeEscapes(escapes: string): string {
  try {
    return decodeURIComponent(escapes)
  } catch {
    return escapes
  }
}
