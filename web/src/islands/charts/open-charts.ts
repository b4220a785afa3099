import { CHART_WORDS } from '#shared/charts/chart-words.ts'
import { describeChart } from '#shared/charts/describe-chart.ts'
import { drawChart } from '#shared/charts/draw-chart.ts'
import { type ChartData, chartWith } from '#shared/charts/following-chart.ts'
import type { Locale } from '#shared/contracts/primitives.ts'
import type { Values } from '#shared/formulas/evaluate.ts'
import { createElement } from '../../browser/create-element.ts'
import { openExamples } from '../examples/open-examples.ts'
import { svgNodes } from './svg-nodes.ts'

/**
 * Opens the examples of a page whose charts follow them. Examples wait for this code, so that no
 * chart shows other numbers than its table.
 */
export async function openCharts(): Promise<void> {
  const charts = [...document.querySelectorAll<HTMLElement>('[data-chart]')].map(createChart)
  await openExamples((values, locale) => {
    for (const show of charts) show(values, locale)
  })
}

/** @returns a function that draws the chart with these values, or says that it cannot */
function createChart(place: HTMLElement) {
  // The server wrote it for this very build.
  const data: ChartData = JSON.parse(place.dataset.chart ?? '')
  const note = createElement('p', { class: 'chart-note' })
  let drawn = ''
  return (values: Values, locale: Locale): void => {
    const chart = chartWith(data, values, locale)
    if (!chart) {
      note.textContent = CHART_WORDS[locale].noResult
      place.after(note)
      return
    }
    note.remove()
    // The description names only the ends and the extremes: what lies between may have changed alone.
    const drawing = drawChart(chart)
    if (drawing === drawn) return
    drawn = drawing
    place.ariaLabel = describeChart(chart, data.caption ?? '')
    place.replaceChildren(...svgNodes(drawing))
  }
}
