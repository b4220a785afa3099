import type { Token } from 'markdown-it'
import { seenText } from './seen-text.ts'

/** The opening token of a cell, and its visible text. */
export interface Cell {
  open: Token
  /** Its inline token. */
  content: Token | undefined
  text: string
  /** Whether all of it is in bold. */
  isBold: boolean
}

/** The rows of cells of a table, the header first. */
export function rowsOf(table: readonly Token[]): Cell[][] {
  const rows: Cell[][] = []
  table.forEach((open, at) => {
    if (open.type === 'tr_open') rows.push([])
    if (open.type !== 'th_open' && open.type !== 'td_open') return
    const content = table[at + 1]
    const children = content?.children ?? []
    rows.at(-1)?.push({ open, content, text: seenText(children), isBold: isBold(children) })
  })
  return rows
}

/** The parser puts empty texts around an emphasis. */
function isBold(children: readonly Token[]): boolean {
  const shown = children.filter(({ type, content }) => type !== 'text' || content !== '')
  const closes = shown.findIndex(({ type }) => type === 'strong_close')
  return shown[0]?.type === 'strong_open' && closes === shown.length - 1
}

/** @returns the index of the token that closes the table opened at `start` */
export function endOfTable(tokens: readonly Token[], start: number): number {
  let at = start
  while (tokens[at] && tokens[at]?.type !== 'table_close') at += 1
  return at
}
