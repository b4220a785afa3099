import type { Locale } from '../contracts/primitives.ts'
import { evaluate, type Values } from '../formulas/evaluate.ts'
import { type CalcData, type FormatData, unpackFormat } from '../formulas/example-data.ts'
import { FormulaError } from '../formulas/formula.ts'
import { type PrintedNumber, printNumber } from '../formulas/printed-number.ts'
import { roundDecimal } from '../formulas/round-decimal.ts'
import type { Chart, ChartKind, Series } from './chart.ts'
import { firstUnfit } from './first-unfit.ts'
import { formatOfAll } from './format-of-all.ts'

/**
 * What browsers get of a chart whose numbers follow what readers change, as JSON in the attribute
 * `data-chart`: its rows, and for each cell the formula, or its number, and how it is printed.
 */
export interface ChartData {
  kind: ChartKind
  axis: Chart['axis']
  days?: Chart['days']
  head: string
  marksCrossings: boolean
  rows: readonly (readonly [label: string, at: number, format: FormatData | null])[]
  series: readonly (readonly [name: string, cells: readonly CalcData[]])[]
  caption?: string
}

/**
 * The chart with these values of the inputs; the server and browsers draw the same.
 *
 * @returns undefined where a cell has no result, or one that this kind of chart cannot show
 */
export function chartWith(data: ChartData, values: Values, locale: Locale): Chart | undefined {
  try {
    const cells = data.series.map(([, formulas]) =>
      formulas.map((formula) => cellWith(formula, values, locale)),
    )
    const series = data.series.map(
      ([name], at): Series => ({
        name,
        values: cells[at]?.map(({ value }) => value) ?? [],
        printed: cells[at]?.map(({ printed }) => printed) ?? [],
      }),
    )
    if (firstUnfit(data.kind, series) >= 0) return undefined
    const rows = data.rows.map(([label, at, format]) => ({
      label,
      at,
      format: format ? unpackFormat(format) : undefined,
    }))
    return { ...data, locale, rows, series, format: formatOfAll(cells.flat()) }
  } catch (error) {
    if (error instanceof FormulaError) return undefined
    throw error
  }
}

/** The number as the table prints it, which is what the picture shows. */
function cellWith(
  [formula, packed]: CalcData,
  values: Values,
  locale: Locale,
): PrintedNumber & { printed: string } {
  const format = unpackFormat(packed)
  const scale = format.isPercent ? 100 : 1
  const result = evaluate(formula, values)
  return {
    value: roundDecimal(result * scale, format.digits) / scale,
    format,
    printed: printNumber(result, format, locale),
  }
}
