import type { Chart, ChartKind } from './chart.ts'
import { CHART_SIZES, type ChartSize } from './chart-size.ts'
import { drawBars } from './draw-bars.ts'
import { drawLines } from './draw-lines.ts'
import { element } from './svg.ts'

type Draw = (chart: Chart, size: ChartSize) => { height: number; parts: string[] }

const DRAW: Readonly<Record<ChartKind, Draw>> = {
  lines: drawLines,
  steps: drawLines,
  bars: drawBars,
  stack: drawBars,
  range: drawBars,
}

/**
 * A chart as two pictures, for wide windows and for phones: CSS shows one of them, and gives both
 * their colours. They have no ids, and take no space before style sheets know how wide they are.
 */
export function drawChart(chart: Chart): string {
  return CHART_SIZES.map((size) => {
    const { height, parts } = DRAW[chart.kind](chart, size)
    const { name, width } = size
    const box = `0 0 ${width} ${Math.ceil(height)}`
    return element(
      'svg',
      { class: name, viewBox: box, width, height: Math.ceil(height), 'aria-hidden': 'true' },
      ...parts,
    )
  }).join('')
}
