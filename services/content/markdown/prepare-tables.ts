import type { Token } from 'markdown-it'
import type { Chart } from '#shared/charts/chart.ts'
import type { ChartData } from '#shared/charts/following-chart.ts'
import type { Locale } from '#shared/contracts/primitives.ts'
import { splitCaption } from '#shared/text/split-caption.ts'
import type { Comparison } from './comparison.ts'
import { isNumber } from './is-number.ts'
import { markComparison } from './mark-comparison.ts'
import { markRowHeaders } from './row-headers.ts'
import { seenText } from './seen-text.ts'
import { type Cell, endOfTable, rowsOf } from './table-cells.ts'
import { createTableNames, labelOf } from './table-names.ts'
import { readTableOptions, type TableOptions } from './table-options.ts'
import { fitsPhone, fitsText } from './table-width.ts'

/** What the opening token of a table carries. */
export interface TableMeta {
  /** What the braces of the caption say; undefined without braces. */
  options?: TableOptions
  mistakes?: string[]
  /** What is drawn of it, or why it cannot be. */
  chart?: Chart
  chartMistake?: string
  /** What browsers need to draw it for a reader's numbers. */
  chartData?: ChartData
  /** What its rows are compared by. */
  comparison?: Comparison
  /** The words above the picture, which then are no caption of the table. */
  caption?: readonly Token[]
  /** For screen readers; differs from those of all other tables of the text. */
  name?: string
  /** Whether it is wider than the text. */
  isWide?: boolean
}

/** A table with more columns scrolls sideways on a phone instead of becoming rows. */
const MAX_ROWS_COLUMNS = 4

/**
 * Turns a paragraph above or below a table into its caption if it begins with a colon, as in
 * Pandoc: `: Federal rates, tax year 2026`. Braces at its end are for the table, and not shown.
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
    const braces = readBraces(above ?? below)
    if (braces) token.meta = { ...braces }
    moved.push(token, ...(above ?? below ?? []))
    // Not with spread: a long table has more tokens than a call can have arguments.
    for (const part of tokens.slice(at + 1, end + 1)) moved.push(part)
    at = end + (below ? 3 : 0)
  }
  return moved
}

/** Takes the braces off a caption. @returns what they say; undefined without a caption */
function readBraces(caption: readonly Token[] | undefined): TableMeta | undefined {
  const children = caption?.[1]?.children
  if (!children) return undefined
  const last = children.at(-1)
  const { words, braces } = splitCaption(last?.type === 'text' ? last.content : '')
  if (last?.type !== 'text' || braces === undefined) return undefined
  last.content = words
  const { options, mistakes } = readTableOptions(braces)
  const isEmpty = seenText(children).trim() === ''
  return {
    options,
    mistakes: isEmpty
      ? [...mistakes, 'has no words before its braces: say what the table shows']
      : mistakes,
  }
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
 * Names every table by its caption, or by the heading above it, gives rows their headers, aligns
 * columns of numbers right, and marks the tables that become rows on a phone and those that are
 * wider than the text.
 */
export function prepareTables(tokens: readonly Token[], title: string, locale: Locale): void {
  let label = labelOf(title)
  const nameTable = createTableNames()
  tokens.forEach((token, index) => {
    if (token.type === 'heading_open') {
      label = labelOf(seenText(tokens[index + 1]?.children ?? []))
    }
    if (token.type !== 'table_open') return
    const end = endOfTable(tokens, index)
    const table = tokens.slice(index, end)
    const rows = rowsOf(table)
    const meta: TableMeta = {
      ...token.meta,
      name: nameTable(captionOf(table) || label),
      isWide: !fitsText(rows),
    }
    if (meta.chart) liftCaption(meta, table)
    token.meta = { ...meta }
    Object.assign(tokens[end] ?? {}, { meta: { closesFigure: meta.chart !== undefined } })
    alignColumns(rows)
    markRowHeaders(table, rows)
    if (meta.comparison) markComparison(meta.comparison, locale)
    const columns = rows[0]?.length ?? 0
    if (columns > 1 && columns <= MAX_ROWS_COLUMNS && !fitsPhone(rows)) {
      labelCells(rows)
      giveRoles(table)
    }
  })
}

/** Moves the caption out of a table that has a picture above it. */
function liftCaption(meta: TableMeta, [, open, inline, close]: readonly Token[]): void {
  if (open?.type !== 'caption_open' || !inline || !close) return
  meta.caption = inline.children ?? []
  inline.children = []
  open.hidden = true
  close.hidden = true
}

function captionOf([, open, inline]: readonly Token[]): string {
  return open?.type === 'caption_open' ? labelOf(seenText(inline?.children ?? [])) : ''
}

/** The CSP forbids style attributes, so these become classes. The author's alignment stays. */
function alignColumns([head = [], ...body]: readonly Cell[][]): void {
  head.forEach(({ open }, column) => {
    const cells = [head, ...body].flatMap((row) => row[column] ?? [])
    const alignment = /^text-align:(left|center|right)$/.exec(
      String(open.attrGet('style') ?? ''),
    )?.[1]
    // The first column names what its row is about.
    const isOfNumbers = column > 0 && isNumber(cells.slice(1).map(({ text }) => text))
    const side = alignment ?? (isOfNumbers ? 'right' : 'left')
    for (const cell of cells) {
      cell.open.attrs = side === 'left' ? null : [['class', `align-${side}`]]
    }
  })
}

/** Each cell carries the header of its column, for when the header is not visible. */
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

/** Browsers drop the roles of rows and cells once CSS changes their display. */
function giveRoles(table: readonly Token[]): void {
  for (const open of table) {
    const role = open.attrGet('scope') === 'row' ? 'rowheader' : ROLES[open.type]
    if (role) open.attrSet('role', role)
  }
  table[0]?.attrSet('class', 'rows')
}
