import { type Chart, least, most, type Series } from './chart.ts'
import { CHART_WORDS } from './chart-words.ts'
import { crossingsOf } from './crossings.ts'

/** What a picture shows, for readers who do not see it: caption, ends, extremes and crossings. */
export function describeChart(chart: Chart, caption: string): string {
  const { locale, rows, series } = chart
  const words = CHART_WORDS[locale]
  const labelOf = (row: number) => rows[row]?.label ?? ''
  const sentences = series.map((one) => {
    const parts = shownRows(chart, one).map(
      ({ word, row }) => `${words[word]} ${one.printed[row]} (${labelOf(row)})`,
    )
    return `${one.name}: ${parts.join(', ')}`
  })
  for (const { one, other, from, to } of crossingsOf(chart)) {
    sentences.push(words.cross(one.name, other.name, labelOf(from), labelOf(to)))
  }
  return `${[caption, ...sentences].join('. ')}.`
}

/** Of what runs from left to right the ends, and extremes that are not at them; else extremes alone. */
function shownRows({ axis }: Chart, { values }: Series) {
  const last = values.length - 1
  const lowest = { word: 'lowest', row: values.indexOf(least(values)) } as const
  const highest = { word: 'highest', row: values.indexOf(most(values)) } as const
  if (axis === 'names') return [lowest, highest]
  const inside = [lowest, highest].filter(({ row }) => row > 0 && row < last)
  return [{ word: 'first', row: 0 } as const, { word: 'last', row: last } as const, ...inside]
}
