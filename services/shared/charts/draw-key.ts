import type { Chart } from './chart.ts'
import { type ChartSize, LINE } from './chart-size.ts'
import { element, escapeMarkup } from './svg.ts'
import { cutToWidth, textWidth } from './text-lines.ts'

const GAP = 6

/** Which colour is which column, above the bars; a single column needs no key, and a range none. */
export function drawKey(
  { kind, series }: Chart,
  { text, width }: ChartSize,
): { height: number; drawn: string } {
  if (series.length === 1 || kind === 'range') return { height: 0, drawn: '' }
  let x = 0
  let y = 0
  const parts = series.map(({ name }, place) => {
    const shown = cutToWidth(name, text, width - text - GAP)
    const wide = text + GAP + textWidth(shown, text)
    if (x > 0 && x + wide > width) {
      x = 0
      y += text * LINE * 1.1
    }
    const item =
      element('rect', {
        class: `bar s${place + 1}`,
        x,
        y: y + text * 0.25,
        width: text * 0.85,
        height: text * 0.85,
      }) + element('text', { x: x + text + GAP, y: y + text }, escapeMarkup(shown))
    x += wide + text
    return item
  })
  return { height: y + text * 2, drawn: parts.join('') }
}
