import type { Token } from 'markdown-it'
import { seenText } from './seen-text.ts'

/** The opening token of a cell, and its visible text. */
export interface Cell {
  open: Token
  text: string
}

/** The rows of cells of a table, the header first. */
export function rowsOf(table: readonly Token[]): Cell[][] {
  const rows: Cell[][] = []
  table.forEach((open, at) => {
    if (open.type === 'tr_open') rows.push([])
    if (open.type !== 'th_open' && open.type !== 'td_open') return
    rows.at(-1)?.push({ open, text: seenText(table[at + 1]?.children ?? []) })
  })
  return rows
}

/** @returns the index of the token that closes the table opened at `start` */
export function endOfTable(tokens: readonly Token[], start: number): number {
  let at = start
  while (tokens[at] && tokens[at]?.type !== 'table_close') at += 1
  return at
}
