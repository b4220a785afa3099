import type { Chart } from '#shared/charts/chart.ts'
import { CHART_WORDS } from '#shared/charts/chart-words.ts'
import { describeChart } from '#shared/charts/describe-chart.ts'
import { drawChart } from '#shared/charts/draw-chart.ts'
import { escapeMarkup } from '#shared/charts/svg.ts'

interface FigureOptions {
  id: string
  caption: string
  captionHtml: string
  /** Whether readers can change numbers of the table, which the picture does not follow. */
  follows: boolean
}

/** What stands before the table of a chart, which is folded on phones. */
export function openFigure(
  chart: Chart,
  { id, caption, captionHtml, follows }: FigureOptions,
): string {
  const description = escapeMarkup(describeChart(chart, caption))
  return [
    `<figure class="chart" id="${id}"><figcaption>${captionHtml}</figcaption>`,
    `<div class="chart-drawing" role="img" aria-label="${description}">${drawChart(chart)}</div>`,
    ...(follows ? [`<p class="chart-note">${CHART_WORDS[chart.locale].drawnOnce}</p>`] : []),
    `<details><summary>${CHART_WORDS[chart.locale].table}</summary>\n`,
  ].join('\n')
}

export const closeFigure = '</details></figure>\n'
