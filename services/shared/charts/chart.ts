import type { Locale } from '../contracts/primitives.ts'
import type { NumberFormat } from '../formulas/printed-number.ts'

/** What a table can be drawn as. */
export const CHART_KINDS = ['lines', 'steps', 'bars', 'stack', 'range'] as const
export type ChartKind = (typeof CHART_KINDS)[number]

/** What the braces of a caption say of the chart. */
export interface ChartOptions {
  kind: ChartKind
  /** The heads of the columns that are drawn, or how they begin; without them, all with numbers. */
  columns?: readonly string[]
  /** Whether the places where two lines cross are marked. */
  marksCrossings?: boolean
}

/** A table as readers see it. */
export interface TableTexts {
  heads: readonly string[]
  rows: readonly (readonly string[])[]
}

/** A row of the table: its first cell, and where it is on the horizontal axis. */
export interface ChartRow {
  label: string
  /** The number of the cell, its day in milliseconds, or its place among the rows. */
  at: number
  /** Of its number, where the axis is of numbers. */
  format?: NumberFormat | undefined
}

/** A column of numbers, in the order of the rows. */
export interface Series {
  name: string
  values: number[]
  /** As the table has them. */
  printed: string[]
}

/** Days in milliseconds: some two, three and more of them, from `FEWEST_DAYS` labels on. */
export type LabelledDays = readonly (readonly number[])[]
export const FEWEST_DAYS = 2

/** What a chart shows: all that drawing and describing it need. */
export interface Chart {
  kind: ChartKind
  locale: Locale
  /** What the first column is called. */
  head: string
  axis: 'numbers' | 'days' | 'names'
  /** Where the axis is of days: those that labels name, by how many there is room for. */
  days?: LabelledDays | undefined
  rows: ChartRow[]
  series: Series[]
  /** How the numbers are printed. */
  format: NumberFormat
  marksCrossings: boolean
}

/** At least one, because no chart is made of nothing. */
export const least = (values: readonly number[]) =>
  values.reduce((one, other) => Math.min(one, other))
export const most = (values: readonly number[]) =>
  values.reduce((one, other) => Math.max(one, other))

export const clamp = (value: number, low: number, high: number) =>
  Math.min(Math.max(value, low), high)
