import type { ChartKind, Series } from './chart.ts'

/**
 * The first row that a kind of chart cannot show: nothing stands on a number below zero, and no range
 * ends before it begins. −1 where there is none.
 */
export function firstUnfit(kind: ChartKind, series: readonly Series[]): number {
  const [low, high] = series
  return (low?.values ?? []).findIndex((value, row) => {
    if (kind === 'stack') return series.some(({ values }) => (values[row] ?? 0) < 0)
    return kind === 'range' && value > (high?.values[row] ?? 0)
  })
}
