import { type Chart, clamp, type Series } from './chart.ts'
import { type ChartSize, LINE } from './chart-size.ts'
import { type Crossing, crossingsOf } from './crossings.ts'
import { linearScale, type Scale } from './linear-scale.ts'
import { nameCrossing } from './name-crossing.ts'
import { makeRowAxis, type RowAxis } from './row-axis.ts'
import { element, escapeMarkup, round } from './svg.ts'
import { BOLD, breakLines, cutToWidth, fitNumber, textWidth, widestOf } from './text-lines.ts'
import { makeValueAxis, type ValueAxis } from './value-axis.ts'

/** A name beside the end of its line. */
interface EndLabel {
  lines: string[]
  /** Of its middle. */
  y: number
}

const GAP = 8
const NAME_LINES = 4
/** Points of longer lines would touch. */
const MAX_POINTS = 20

/** A picture with a line for each column, and its name at its end. */
export function drawLines(chart: Chart, size: ChartSize): { height: number; parts: string[] } {
  const { text, width } = size
  const axis = makeValueAxis(chart)
  const left =
    widestOf(
      axis.ticks.map(({ label }) => label),
      text,
    ) + GAP
  const names = chart.series.map((series) => endLines(chart, series, size))
  const right = width - widestOf(names.flat(), text * BOLD) - GAP
  const top = axis.unit === '' ? text : text * 2.4
  const namesHeight = names.reduce((sum, lines) => sum + heightOf(lines, text), 0)
  const bottom = Math.max(top + size.height, text / 2 + namesHeight)
  const scale = linearScale(axis.ends, [bottom, top])
  const rows = makeRowAxis(chart, { left, right, text })
  const ends = chart.series.map((one) => scale(one.values.at(-1) ?? 0))
  const labels = spread(names, ends, text, { top: text / 2, bottom })
  const parts = [
    ...drawAxes(axis, rows, { left, right, bottom, size, scale }),
    ...chart.series.map((one, place) => drawSeries(chart, one, place, rows, scale)),
    ...(chart.marksCrossings ? drawCrossings(chart, rows, scale, size) : []),
    ...labels.map((label, place) => drawEnd(label, place, right + GAP, text)),
  ]
  const titleLines = rows.title === '' ? 0 : 1
  return { height: bottom + text * (1.8 + titleLines * LINE), parts }
}

/** The name, and the last number. One line alone needs no name: the caption says what it is. */
function endLines(chart: Chart, { name, printed }: Series, { text, names }: ChartSize): string[] {
  const isAlone = chart.series.length === 1
  const value = fitNumber(printed.at(-1) ?? '', isAlone ? text * BOLD : text, names)
  if (isAlone) return [value]
  return [...breakLines(name, text * BOLD, names, NAME_LINES), ...(value === '' ? [] : [value])]
}

const heightOf = (lines: readonly string[], text: number) => lines.length * text * LINE + GAP / 2

/** Moves labels up and down, as little as possible, until they stand apart. */
function spread(
  names: readonly string[][],
  ends: readonly number[],
  text: number,
  { top, bottom }: { top: number; bottom: number },
): EndLabel[] {
  const labels = names.map((lines, place) => ({ lines, y: ends[place] ?? 0 }))
  const half = ({ lines }: EndLabel) => heightOf(lines, text) / 2
  const order = labels.toSorted((one, other) => one.y - other.y)
  let floor = top
  for (const label of order) {
    label.y = Math.max(label.y, floor + half(label))
    floor = label.y + half(label)
  }
  let ceiling = bottom
  for (const label of order.toReversed()) {
    label.y = Math.min(label.y, ceiling - half(label))
    ceiling = label.y - half(label)
  }
  return labels
}

function drawEnd({ lines, y }: EndLabel, place: number, x: number, text: number): string {
  const first = y - ((lines.length - 1) * text * LINE) / 2 + text * 0.35
  const spans = lines.map((words, at) =>
    at === 0 ? escapeMarkup(words) : element('tspan', { x, dy: text * LINE }, escapeMarkup(words)),
  )
  return element('text', { class: `name s${place + 1}`, x, y: first }, ...spans)
}

interface AxisPlace {
  left: number
  right: number
  bottom: number
  size: ChartSize
  scale: Scale
}

function drawAxes(
  { ticks, unit }: ValueAxis,
  rows: RowAxis,
  { left, right, bottom, size: { text, width }, scale }: AxisPlace,
): string[] {
  const grid = ticks.map(({ value }) => `M${round(left)} ${round(scale(value))}H${round(right)}`)
  const zero = ticks.some(({ value }) => value === 0) ? scale(0) : bottom
  const title = cutToWidth(rows.title, text, width)
  const inside = (x: number, label: string) => {
    const half = textWidth(label, text) / 2
    return clamp(x, half, width - half)
  }
  return [
    unit === ''
      ? ''
      : element('text', { x: 0, y: text }, escapeMarkup(cutToWidth(unit, text, width))),
    element('path', { class: 'grid', d: grid.join('') }),
    element('path', { class: 'zero', d: `M${round(left)} ${round(zero)}H${round(right)}` }),
    element(
      'g',
      { class: 'end' },
      ...ticks.map(({ value, label }) =>
        element('text', { x: left - GAP, y: scale(value) + text * 0.35 }, escapeMarkup(label)),
      ),
    ),
    element(
      'g',
      { class: 'middle' },
      ...rows.ticks.map(({ x, label }) => {
        const shown = cutToWidth(label, text, width / 2)
        return element('text', { x: inside(x, shown), y: bottom + text * 1.4 }, escapeMarkup(shown))
      }),
      ...(title === ''
        ? []
        : [
            element(
              'text',
              { x: inside((left + right) / 2, title), y: bottom + text * (1.4 + LINE) },
              escapeMarkup(title),
            ),
          ]),
    ),
  ]
}

function drawSeries(
  { kind, rows }: Chart,
  { values }: Series,
  place: number,
  { xOf }: RowAxis,
  scale: Scale,
): string {
  const points = values.map((value, row): [number, number] => [
    xOf(rows[row]?.at ?? 0),
    scale(value),
  ])
  const path = points.map(([x, y], row) => {
    const place = `${round(x)},${round(y)}`
    if (row === 0) return `M${place}`
    return kind === 'steps' ? `H${round(x)}V${round(y)}` : `L${place}`
  })
  const hasPoints = kind === 'lines' && points.length <= MAX_POINTS
  const dots = points.map(([x, y]) => `M${round(x)} ${round(y)}h0`)
  const drawn = element('path', { class: `line s${place + 1}`, d: path.join('') })
  return hasPoints
    ? drawn + element('path', { class: `dots s${place + 1}`, d: dots.join('') })
    : drawn
}

function drawCrossings(chart: Chart, rows: RowAxis, scale: Scale, size: ChartSize): string[] {
  const { text, width } = size
  return crossingsOf(chart).map((crossing) => {
    const [x, y] = [rows.xOf(crossing.at), scale(crossing.value)]
    const ring = element('circle', { class: 'cross', cx: x, cy: y, r: text / 2 })
    const label = nameCrossing(chart, crossing)
    if (label === '' || textWidth(label, text) > width / 2) return ring
    // Beside the lines, where neither of them runs on.
    const beside = clamp(x + text * 0.8, 0, width - textWidth(label, text))
    const middle = rises(crossing) ? y + text * 1.4 : y - text * 0.7
    return ring + element('text', { class: 'above', x: beside, y: middle }, escapeMarkup(label))
  })
}

/** Whether two lines, taken together, go up where they cross. */
const rises = ({ one, other, from, to }: Crossing) =>
  (one.values[to] ?? 0) + (other.values[to] ?? 0) >=
  (one.values[from] ?? 0) + (other.values[from] ?? 0)
