import type { Token } from 'markdown-it'
import { pickColumns } from '#shared/charts/pick-columns.ts'
import type { Locale } from '#shared/contracts/primitives.ts'
import type { Comparison } from './comparison.ts'
import { hasChangeable } from './has-changeable.ts'
import { orderColumn, readAmount } from './order-column.ts'
import type { TableMeta } from './prepare-tables.ts'
import { type Cell, endOfTable, rowsOf } from './table-cells.ts'
import type { BestOption } from './table-options.ts'

/** Fewer rows are seen at a glance. */
const MIN_ROWS = 3

/**
 * Reads what captions with `best=` and `sort` ask for. Where it cannot be done, the mistakes of the
 * table say why.
 */
export function readComparisons(tokens: readonly Token[], locale: Locale): void {
  tokens.forEach((token, start) => {
    const meta: TableMeta | null | undefined = token.type === 'table_open' ? token.meta : undefined
    const { best, isSortable } = meta?.options ?? {}
    if (!meta || (!best && !isSortable)) return
    const table = tokens.slice(start, endOfTable(tokens, start))
    const rows = rowsOf(table)
    const mistakes: string[] = []
    const comparison: Comparison = { best: [], orders: new Map() }
    if (table.some(hasChangeable)) {
      mistakes.push(
        'compares numbers that readers change, which would be marked and sorted by those of the article: leave best= and sort out',
      )
    } else {
      for (const one of best ?? []) addBest(one, rows, locale, { comparison, mistakes })
      if (isSortable) addOrders(rows, locale, { comparison, mistakes })
    }
    meta.mistakes = [...(meta.mistakes ?? []), ...mistakes]
    meta.comparison = comparison
  })
}

interface Found {
  comparison: Comparison
  mistakes: string[]
}

/** Rows at the end whose first cell is in bold are sums of the others. */
function withoutTotals(body: readonly Cell[][]): readonly Cell[][] {
  const last = body.findLastIndex(([first]) => !first?.isBold)
  return body.slice(0, last + 1)
}

function addBest(
  { column: name, is }: BestOption,
  [heads = [], ...body]: readonly Cell[][],
  locale: Locale,
  { comparison, mistakes }: Found,
): void {
  const table = {
    heads: heads.map(({ text }) => text),
    rows: body.map((row) => row.map(({ text }) => text)),
  }
  const columns = pickColumns(table, name === undefined ? undefined : [name], locale)
  if ('mistake' in columns) {
    mistakes.push(`has best= in its braces, which ${columns.mistake}`)
    return
  }
  const [picked, another] = columns.picked
  if (!picked || another) {
    const some = columns.picked.slice(0, 3).map((column) => column.name)
    mistakes.push(
      `has best=${is} in its braces, and more than one column of numbers (${some.join(', ')}): name one, as in best="${some[0]}: ${is}"`,
    )
    return
  }
  const cells = withoutTotals(body).flatMap((row) => row[picked.column] ?? [])
  const order = orderColumn(cells, locale)
  if (order?.kind !== 'numbers') {
    const odd = cells.find(({ text }) => readAmount(text, locale) === undefined)
    mistakes.push(
      `has best= in its braces for the column "${picked.name}", whose cells are not all numbers of one unit${odd ? `, such as "${odd.text}"` : ''}: correct them, or name another`,
    )
    return
  }
  const ranks = order.ranks.filter((rank) => rank !== undefined)
  const wanted = is === 'low' ? Math.min(...ranks) : Math.max(...ranks)
  const found = cells.filter((_, row) => order.ranks[row] === wanted)
  comparison.best.push(...found.map((cell) => ({ cell, is })))
}

function addOrders(
  [heads = [], ...body]: readonly Cell[][],
  locale: Locale,
  { comparison, mistakes }: Found,
): void {
  const rows = withoutTotals(body)
  if (rows.length < MIN_ROWS) {
    mistakes.push(`says sort, and has fewer than ${MIN_ROWS} rows to sort: leave it out`)
    return
  }
  heads.forEach((head, column) => {
    const order = orderColumn(
      rows.flatMap((row) => row[column] ?? []),
      locale,
    )
    if (order && head.text.trim() !== '') comparison.orders.set(head, order)
  })
  if (comparison.orders.size === 0) {
    mistakes.push(
      'says sort, and has no column with a head and cells that compare: numbers or days of one kind, or short words',
    )
  }
}
