import type { Token } from 'markdown-it'
import { cutAtWord } from '#shared/text/cut-at-word.ts'
import { isNumber } from './is-number.ts'
import { seenText } from './seen-text.ts'
import { fitsPhone } from './table-width.ts'

/** Longest label of a table and of its cells: it stands there as often as there are rows. */
const LONGEST_LABEL = 200
/** More columns than this stay side by side, and scroll. */
const MOST_ROWS_COLUMNS = 4

/** A cell's opening token, and what readers see in it. */
export interface Cell {
  open: Token
  text: string
}

/**
 * Makes a caption of the paragraph above or below a table that begins with a colon, as Pandoc does:
 * `: Federal rates, tax year 2026`.
 */
export function moveCaptions(tokens: readonly Token[]): Token[] {
  const moved: Token[] = []
  for (let at = 0; at < tokens.length; at++) {
    const token = tokens[at] as Token
    if (token.type !== 'table_open') {
      moved.push(token)
      continue
    }
    const above = takeCaption(moved.slice(-3))
    if (above) moved.length -= 3
    const end = endOfTable(tokens, at)
    const below = above ? undefined : takeCaption(tokens.slice(end + 1, end + 4))
    moved.push(token, ...(above ?? below ?? []))
    // A long table has more tokens than a call can have arguments.
    for (const part of tokens.slice(at + 1, end + 1)) moved.push(part)
    at = end + (below ? 3 : 0)
  }
  return moved
}

/** @returns the place of the token that ends the table which begins at `start` */
function endOfTable(tokens: readonly Token[], start: number): number {
  let at = start
  while (tokens[at] && tokens[at]?.type !== 'table_close') at += 1
  return at
}

const CAPTION = /^:\s+/

function takeCaption(paragraph: readonly Token[]): readonly Token[] | undefined {
  const [open, inline, close] = paragraph
  const first = inline?.children?.[0]
  if (open?.type !== 'paragraph_open' || first?.type !== 'text') return undefined
  if (!close || !CAPTION.test(first.content)) return undefined
  first.content = first.content.replace(CAPTION, '')
  Object.assign(open, { type: 'caption_open', tag: 'caption' })
  Object.assign(close, { type: 'caption_close', tag: 'caption' })
  return paragraph
}

/**
 * Names every table after the heading it stands under, lets columns of numbers stand right, and marks
 * what is to become rows on a phone.
 */
export function prepareTables(tokens: readonly Token[], title: string): void {
  let label = labelOf(title)
  tokens.forEach((token, index) => {
    if (token.type === 'heading_open') {
      label = labelOf(seenText(tokens[index + 1]?.children ?? []))
    }
    if (token.type !== 'table_open') return
    token.meta = { label }
    const rows = rowsOf(tokens, index)
    alignColumns(rows)
    const columns = rows[0]?.length ?? 0
    if (columns > 1 && columns <= MOST_ROWS_COLUMNS && !fitsPhone(rows)) {
      labelCells(rows)
      giveRoles(tokens, index)
    }
  })
}

const labelOf = (text: string) => cutAtWord(text, LONGEST_LABEL)

/** The cells of the table that begins at a token, its head first. */
function rowsOf(tokens: readonly Token[], start: number): Cell[][] {
  const rows: Cell[][] = []
  for (let at = start; tokens[at] && tokens[at]?.type !== 'table_close'; at++) {
    const open = tokens[at] as Token
    if (open.type === 'tr_open') rows.push([])
    if (open.type !== 'th_open' && open.type !== 'td_open') continue
    rows.at(-1)?.push({ open, text: seenText(tokens[at + 1]?.children ?? []) })
  }
  return rows
}

/** Our pages allow no style in an attribute. What the writer said of a column is kept. */
function alignColumns([head = [], ...body]: readonly Cell[][]): void {
  head.forEach(({ open }, column) => {
    const cells = [head, ...body].flatMap((row) => row[column] ?? [])
    const said = /^text-align:(left|center|right)$/.exec(String(open.attrGet('style') ?? ''))?.[1]
    // The first column says what its row is about.
    const isOfNumbers = column > 0 && isNumber(cells.slice(1).map(({ text }) => text))
    const side = said ?? (isOfNumbers ? 'right' : 'left')
    for (const cell of cells) {
      cell.open.attrs = side === 'left' ? null : [['class', `align-${side}`]]
    }
  })
}

/** What stands before a value where the head of its column is out of sight. */
function labelCells([head = [], ...body]: readonly Cell[][]): void {
  for (const row of body) {
    row.forEach(({ open }, column) => {
      const label = labelOf(head[column]?.text ?? '')
      if (column > 0 && label !== '') open.attrSet('data-label', label)
    })
  }
}

const ROLES: Readonly<Record<string, string>> = {
  table_open: 'table',
  thead_open: 'rowgroup',
  tbody_open: 'rowgroup',
  tr_open: 'row',
  th_open: 'columnheader',
  td_open: 'cell',
}

/** Browsers forget what is a row and what a cell as soon as these look like something else. */
function giveRoles(tokens: readonly Token[], start: number): void {
  for (let at = start; tokens[at] && tokens[at]?.type !== 'table_close'; at++) {
    const role = ROLES[tokens[at]?.type ?? '']
    if (role) tokens[at]?.attrSet('role', role)
  }
  tokens[start]?.attrSet('class', 'rows')
}
