import type { Chart } from '#shared/charts/chart.ts'
import { CHART_WORDS } from '#shared/charts/chart-words.ts'
import { describeChart } from '#shared/charts/describe-chart.ts'
import { drawChart } from '#shared/charts/draw-chart.ts'
import type { ChartData } from '#shared/charts/following-chart.ts'
import { escapeMarkup } from '#shared/charts/svg.ts'
import { jsonAttribute } from './json-attribute.ts'

interface FigureOptions {
  id: string
  caption: string
  captionHtml: string
  /** Of a chart that follows what readers change. */
  data: ChartData | undefined
  /** Whether its table has fields for them, which then are not folded. */
  isExample: boolean
}

/** What stands before the table of a chart, which is folded on phones. */
export function openFigure(
  chart: Chart,
  { id, caption, captionHtml, data, isExample }: FigureOptions,
): string {
  const description = escapeMarkup(describeChart(chart, caption))
  const follows = data
    ? ` ${jsonAttribute('data-chart', JSON.stringify({ ...data, caption }))}`
    : ''
  return [
    `<figure class="chart" id="${id}"${isExample ? ' data-example' : ''}><figcaption>${captionHtml}</figcaption>`,
    `<div class="chart-drawing" role="img" aria-label="${description}"${follows}>${drawChart(chart)}</div>`,
    `<details${isExample ? ' open' : ''}><summary>${CHART_WORDS[chart.locale].table}</summary>\n`,
  ].join('\n')
}

export const closeFigure = '</details></figure>\n'
