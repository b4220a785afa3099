import type { Token } from 'markdown-it'
import { type ChartData, chartWith } from '#shared/charts/following-chart.ts'
import { type ReadChart, readChart } from '#shared/charts/read-chart.ts'
import type { Locale } from '#shared/contracts/primitives.ts'
import type { Values } from '#shared/formulas/evaluate.ts'
import { type CalcData, packFormat } from '#shared/formulas/example-data.ts'
import { readNumber } from '#shared/formulas/printed-number.ts'
import { hasChangeable } from './has-changeable.ts'
import type { TableMeta } from './prepare-tables.ts'
import { type Cell, endOfTable, rowsOf } from './table-cells.ts'
import type { NumberMeta } from './take-numbers.ts'

/** Drawing one takes as long as a page of text. */
const MAX_CHARTS = 20

/**
 * Reads the charts of tables whose captions ask for one. What is wrong with a chart is noted with
 * its table, which then is shown alone.
 *
 * @param values of the inputs that readers change
 */
export function readCharts(tokens: readonly Token[], values: Values, locale: Locale): void {
  let charts = 0
  tokens.forEach((token, start) => {
    const meta: TableMeta | null | undefined = token.type === 'table_open' ? token.meta : undefined
    const options = meta?.options?.chart
    if (!meta || !options) return
    charts += 1
    if (charts > MAX_CHARTS) {
      meta.chartMistake = `is one of more than ${MAX_CHARTS} in a text: leave some out`
      return
    }
    const table = tokens.slice(start, endOfTable(tokens, start))
    const cells = rowsOf(table)
    const [heads = [], ...rows] = cells.map((row) => row.map(({ text }) => text))
    const read = readChart({ heads, rows }, options, locale)
    if ('mistake' in read) meta.chartMistake = read.mistake
    else if (meta.options?.id === undefined) {
      meta.chartMistake = 'has no id: write one before it, such as {#payment chart=lines}'
    } else if (!table.some(hasChangeable)) meta.chart = read.chart
    else Object.assign(meta, followingChart(cells.slice(1), read, values))
  })
}

/** A chart whose numbers follow the inputs of the text. */
function followingChart(
  body: readonly (readonly Cell[])[],
  { chart, columns, order }: Exclude<ReadChart, { mistake: string }>,
  values: Values,
): Pick<TableMeta, 'chart' | 'chartData' | 'chartMistake'> {
  const rows = order.map((row) => body[row] ?? [])
  if (rows.some(([first]) => first?.content && hasChangeable(first.content))) {
    return {
      chartMistake:
        'has a number in its first column that readers change: write it in another, or in another table',
    }
  }
  const { kind, axis, days, head, marksCrossings, locale } = chart
  const chartData: ChartData = {
    kind,
    axis,
    days,
    head,
    marksCrossings,
    rows: chart.rows.map(({ label, at, format }) => [
      label,
      at,
      format ? packFormat(format) : null,
    ]),
    series: chart.series.map(({ name }, at) => [
      name,
      rows.map((row) => cellData(row[columns[at] ?? 0], locale)),
    ]),
  }
  const drawn = chartWith(chartData, values, locale)
  return drawn ? { chart: drawn, chartData } : { chart }
}

/** The formula of a cell, or its number. All of its text is how it is printed. */
function cellData(cell: Cell | undefined, locale: Locale): CalcData {
  const number = readNumber(cell?.text ?? '', locale)
  if (!number) throw new Error('The chart was read from numbers')
  const metas = cell?.content?.children?.map(({ meta }): NumberMeta => meta ?? {})
  const formula = metas?.find(({ attributes }) => attributes !== undefined)?.formula
  return [formula ?? number.value, packFormat(number.format)]
}
