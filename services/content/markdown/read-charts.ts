import type { Token } from 'markdown-it'
import { readChart } from '#shared/charts/read-chart.ts'
import type { Locale } from '#shared/contracts/primitives.ts'
import type { TableMeta } from './prepare-tables.ts'
import { endOfTable, rowsOf } from './table-cells.ts'

/** Drawing one takes as long as a page of text. */
const MAX_CHARTS = 20

/**
 * Reads the charts of tables whose captions ask for one. What is wrong with a chart is noted with
 * its table, which then is shown alone.
 */
export function readCharts(tokens: readonly Token[], locale: Locale): void {
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
    const [heads = [], ...rows] = rowsOf(table).map((row) => row.map(({ text }) => text))
    const read = readChart({ heads, rows }, options, locale)
    if ('mistake' in read) meta.chartMistake = read.mistake
    else if (meta.options?.id === undefined) {
      meta.chartMistake = 'has no id: write one before it, such as {#payment chart=lines}'
    } else meta.chart = read.chart
  })
}
