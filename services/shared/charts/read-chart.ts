import type { Locale } from '../contracts/primitives.ts'
import { type NumberFormat, type PrintedNumber, readNumber } from '../formulas/printed-number.ts'
import { cutAtWord } from '../text/cut-at-word.ts'
import { typeset } from '../text/typeset.ts'
import {
  type Chart,
  type ChartKind,
  type ChartOptions,
  type ChartRow,
  least,
  most,
  type Series,
  type TableTexts,
} from './chart.ts'
import { dayTicks } from './day-ticks.ts'
import { firstUnfit } from './first-unfit.ts'
import { formatOfAll } from './format-of-all.ts'
import { pickColumns } from './pick-columns.ts'
import { readDay } from './read-day.ts'
import { unitOf } from './units.ts'

/** The chart, and where each of its series and rows stands in the table. */
export type ReadChart = { chart: Chart; columns: number[]; order: number[] } | { mistake: string }

const MIN_ROWS = 3
const MAX_SERIES = 8
/** Every row of bars has a line of its own. */
const MAX_ROWS: Readonly<Record<ChartKind, number>> = {
  lines: 200,
  steps: 200,
  bars: 30,
  stack: 30,
  range: 30,
}
/** The most characters of a cell that a message quotes. */
const QUOTED = 40

/** What is wrong with a table, in words that follow "The chart". */
class Mistake extends Error {}

/** Reads what a chart shows from its table, or says why it cannot be drawn. */
export function readChart(table: TableTexts, options: ChartOptions, locale: Locale): ReadChart {
  try {
    return readTable(table, options, locale)
  } catch (error) {
    if (error instanceof Mistake) return { mistake: error.message }
    throw error
  }
}

function readTable(table: TableTexts, options: ChartOptions, locale: Locale) {
  const { kind, marksCrossings = false } = options
  checkRows(table, kind)
  const { axis, days, rows } = readRows(table, kind, locale)
  const columns = pickColumns(table, options.columns, locale)
  if ('mistake' in columns) throw new Mistake(columns.mistake)
  const { length } = columns.picked
  if (length > MAX_SERIES) {
    throw new Mistake(
      `has ${length} columns of numbers, of which at most ${MAX_SERIES} can be told apart: name those to draw with columns="…"`,
    )
  }
  const numbers: PrintedNumber[] = []
  const series = columns.picked.map(({ name, column }): Series => {
    const cells = table.rows.map((row) => readCell(row, column, table.heads, locale))
    numbers.push(...cells)
    return {
      name,
      values: cells.map(({ value }) => value),
      printed: table.rows.map((row) => row[column] ?? ''),
    }
  })
  checkKind(kind, series, table, marksCrossings)
  const chart = {
    kind,
    locale,
    head: table.heads[0] ?? '',
    axis,
    days,
    rows,
    series,
    marksCrossings,
  }
  checkUnits(numbers.map(({ format }) => format))
  const order = orderOf(chart)
  return {
    chart: typesetChart(inOrder({ ...chart, format: formatOfAll(numbers) }, order)),
    columns: columns.picked.map(({ column }) => column),
    order,
  }
}

function checkRows({ rows }: TableTexts, kind: ChartKind): void {
  if (rows.length < MIN_ROWS) {
    throw new Mistake(`has too few rows, ${rows.length}: write at least ${MIN_ROWS}, or no chart`)
  }
  if (rows.length > MAX_ROWS[kind]) {
    throw new Mistake(`has ${rows.length} rows, and ${kind} can show ${MAX_ROWS[kind]}`)
  }
}

function readRows(
  { rows }: TableTexts,
  kind: ChartKind,
  locale: Locale,
): Pick<Chart, 'axis' | 'days' | 'rows'> {
  const labels = rows.map((row) => row[0] ?? '')
  if (kind !== 'lines' && kind !== 'steps') {
    return { axis: 'names', rows: labels.map((label, at) => ({ label, at })) }
  }
  const days = labels.map((label) => readDay(label, locale))
  const isOfDays = days.every((day) => day !== undefined)
  const numbers = isOfDays ? [] : labels.map((label) => readFirstCell(label, locale))
  checkUnits(numbers.map(({ format }) => format))
  const places = isOfDays ? days : numbers.map(({ value }) => value)
  if (new Set(places).size < places.length) {
    throw new Mistake('has the same number or day twice in its first column: leave one out')
  }
  const at = (row: number) => places[row] ?? 0
  return {
    axis: isOfDays ? 'days' : 'numbers',
    days: isOfDays ? dayTicks(least(days), most(days)) : undefined,
    rows: labels.map(
      (label, row): ChartRow => ({ label, at: at(row), format: numbers[row]?.format }),
    ),
  }
}

function readFirstCell(label: string, locale: Locale): PrintedNumber {
  const number = readNumber(label, locale)
  if (number) return number
  throw new Mistake(
    `has "${quote(label)}" in its first column, which is no number and no day: write one, or choose chart=bars`,
  )
}

function readCell(
  row: readonly string[],
  column: number,
  heads: readonly string[],
  locale: Locale,
): PrintedNumber {
  const text = row[column] ?? ''
  const number = readNumber(text, locale)
  if (number) return number
  throw new Mistake(
    `has "${quote(text)}" in the column "${quote(heads[column] ?? '')}" and the row "${quote(row[0] ?? '')}", which is not one number: correct it, or name other columns with columns="…"`,
  )
}

function checkUnits(formats: readonly NumberFormat[]): void {
  const units = [...new Set(formats.map(unitOf))]
  if (units.length < 2) return
  const [one, other] = units.map((unit) => (unit === '' ? 'no unit' : `"${quote(unit)}"`))
  throw new Mistake(
    `has two units, ${one} and ${other}: draw numbers of one unit, which columns="…" can name`,
  )
}

function checkKind(
  kind: ChartKind,
  series: readonly Series[],
  { rows }: TableTexts,
  marksCrossings: boolean,
): void {
  if (marksCrossings && !(kind === 'lines' && series.length > 1)) {
    throw new Mistake('has mark=cross, for which it needs two lines that can cross: leave it out')
  }
  const unfit = firstUnfit(kind, series)
  if (kind === 'stack' && unfit >= 0) {
    throw new Mistake('has a number below zero, which nothing can be stacked on: choose chart=bars')
  }
  if (kind !== 'range') return
  const [low, high] = series
  if (!low || !high || series.length > 2) {
    throw new Mistake('needs two columns, the lowest and the highest: name them with columns="…"')
  }
  if (unfit >= 0) {
    throw new Mistake(
      `has in the row "${quote(rows[unfit]?.[0] ?? '')}" a lowest number above the highest: exchange them`,
    )
  }
}

/** Lines run from left to right, whatever the order of the table is. */
function orderOf({ axis, rows }: Pick<Chart, 'axis' | 'rows'>): number[] {
  const order = rows.map((_, row) => row)
  if (axis === 'names') return order
  return order.sort((one, other) => (rows[one]?.at ?? 0) - (rows[other]?.at ?? 0))
}

function inOrder(chart: Chart, order: readonly number[]): Chart {
  const sorted = <Item>(items: readonly Item[]) => order.flatMap((row) => items.slice(row, row + 1))
  return {
    ...chart,
    rows: sorted(chart.rows),
    series: chart.series.map(({ name, values, printed }) => ({
      name,
      values: sorted(values),
      printed: sorted(printed),
    })),
  }
}

/**
 * Its texts as the language wants them: quotation marks, dashes, and in names, which break into
 * lines, no-break spaces. Here, so that browsers, which draw as well, need no rules of languages.
 */
function typesetChart(chart: Chart): Chart {
  const set = (text: string) => typeset(text, chart.locale)
  return {
    ...chart,
    head: set(chart.head),
    rows: chart.rows.map((row) => ({ ...row, label: set(row.label) })),
    series: chart.series.map((one) => ({ ...one, name: set(one.name) })),
  }
}

const quote = (text: string) => cutAtWord(text, QUOTED)
