import { printNumber } from '../formulas/printed-number.ts'
import { type Chart, clamp, least, most } from './chart.ts'
import { type ChartSize, LINE } from './chart-size.ts'
import { drawKey } from './draw-key.ts'
import { linearScale, type Scale } from './linear-scale.ts'
import { element, escapeMarkup, round } from './svg.ts'
import { breakLines, fitNumber, widestOf } from './text-lines.ts'

/** A bar of a row: from one number to another, in the colour of a column. */
interface Bar {
  from: number
  to: number
  series: number
}

/** A line of bars with a number at its right, and of ranges one at its left. */
interface BarLine {
  bars: Bar[]
  right: string
  left: string
}

const GAP = 6
const NAME_LINES = 3
/** Of a bar, in heights of letters; of its line and between rows, too. */
const THICK = 1.05
const PITCH = 1.3
const ROW_GAP = 0.7
/** Of the room for bars, for the numbers at their ends, and for those at each of two ends. */
const NUMBER_PART = 0.6
const NUMBER_PART_EACH = 0.38
/** Wider names stand above their bars. */
const NAMES_BESIDE = 0.34

/** A picture with a row of bars for each row of the table, from left to right. */
export function drawBars(chart: Chart, size: ChartSize): { height: number; parts: string[] } {
  const { text, width } = size
  const key = drawKey(chart, size)
  const labels = chart.rows.map(({ label }) => label)
  const isBeside = size.name === 'chart-wide' && widestOf(labels, text) <= width * NAMES_BESIDE
  const left = isBeside ? widestOf(labels, text) + GAP * 2 : 0
  const hasTwoEnds =
    chart.kind === 'range' || least(chart.series.flatMap(({ values }) => values)) < 0
  const room = (width - left) * (hasTwoEnds ? NUMBER_PART_EACH : NUMBER_PART)
  const shorten = (number: string) => fitNumber(number, text, room)
  const rows = chart.rows.map((_, row) =>
    linesOf(chart, row).map((line) => ({
      ...line,
      left: shorten(line.left),
      right: shorten(line.right),
    })),
  )
  const { scale, start, end } = makeScale(rows.flat(), { left, width, text })
  const names = labels.map((label) => breakLines(label, text, isBeside ? left : width, NAME_LINES))
  let y = key.height
  const parts = [key.drawn]
  const base: string[] = []
  const zero = scale(0)
  const hasZero = zero >= start - 0.5 && zero <= end + 0.5
  rows.forEach((lines, row) => {
    const above = isBeside ? 0 : (names[row]?.length ?? 0) * text * LINE
    const centre = y + (lines.length * text * PITCH) / 2
    const nameY = isBeside ? centre + text * 0.35 : y + text
    parts.push(drawName(names[row] ?? [], nameY, text))
    lines.forEach((line, at) => {
      const middle = y + above + (at + 0.5) * text * PITCH
      parts.push(drawLine(chart, line, scale, middle, text, width))
    })
    const height = lines.length * text * PITCH
    // Beside the bars alone, because names stand between them.
    if (hasZero) base.push(`M${round(zero)} ${round(y + above)}v${round(height)}`)
    y += above + height + text * ROW_GAP
  })
  if (hasZero) parts.push(element('path', { class: 'zero', d: base.join('') }))
  return { height: y, parts }
}

/** Leaves room for the numbers at the ends of the bars. */
function makeScale(
  lines: readonly BarLine[],
  { left, width, text }: { left: number; width: number; text: number },
) {
  const ends = lines.flatMap(({ bars }) => bars.flatMap(({ from, to }) => [from, to]))
  const low = least(ends)
  const high = most(ends)
  const isLeft = ({ bars, left: label }: BarLine) => label !== '' || bars.some(({ to }) => to < 0)
  const room = (some: BarLine[], of: (line: BarLine) => string) =>
    some.length === 0 ? 0 : widestOf(some.map(of), text) + GAP
  const before = room(lines.filter(isLeft), (line) => line.left || line.right)
  const after = room(
    lines.filter((line) => line.left !== '' || !isLeft(line)),
    ({ right }) => right,
  )
  const [start, end] = [left + before, width - after]
  const scale = linearScale([low, low === high ? low + 1 : high], [start, end])
  return { scale, start, end }
}

/** What stands in a row: a line for each column, or one with all of them. */
function linesOf({ kind, series, format, locale }: Chart, row: number): BarLine[] {
  const valueIn = (place: number) => series[place]?.values[row] ?? 0
  const printedOf = (place: number) => series[place]?.printed[row] ?? ''
  if (kind === 'range') {
    const bars = [{ from: valueIn(0), to: valueIn(1), series: 0 }]
    return [{ bars, left: printedOf(0), right: printedOf(1) }]
  }
  if (kind === 'stack') {
    let from = 0
    const bars = series.map((_, place) => {
      const bar = { from, to: from + valueIn(place), series: place }
      from = bar.to
      return bar
    })
    return [{ bars, left: '', right: printNumber(from, format, locale) }]
  }
  return series.map((_, place) => ({
    bars: [{ from: 0, to: valueIn(place), series: place }],
    left: '',
    right: printedOf(place),
  }))
}

function drawName(lines: readonly string[], y: number, text: number): string {
  const first = y
  return lines
    .map((words, at) => element('text', { x: 0, y: first + at * text * LINE }, escapeMarkup(words)))
    .join('')
}

function drawLine(
  { kind }: Chart,
  { bars, left, right }: BarLine,
  scale: Scale,
  middle: number,
  text: number,
  width: number,
): string {
  const thick = text * (kind === 'range' ? THICK / 2 : THICK)
  const drawn = bars.map(({ from, to, series }) => {
    const [start, end] = [scale(from), scale(to)].toSorted((one, other) => one - other)
    const x = start ?? 0
    return element('rect', {
      class: `bar s${series + 1}`,
      x,
      y: middle - thick / 2,
      width: Math.max((end ?? 0) - x, 0),
      height: thick,
    })
  })
  const y = middle + text * 0.35
  const ends = bars.flatMap(({ from, to }) => [scale(from), scale(to)])
  const isNegative = left === '' && bars.some(({ to }) => to < 0)
  const at = (side: 'left' | 'right', label: string) => {
    const x = side === 'left' ? least(ends) - GAP : most(ends) + GAP
    return element(
      'text',
      { class: side === 'left' ? 'end' : undefined, x: clamp(x, 0, width), y },
      escapeMarkup(label),
    )
  }
  if (left !== '') drawn.push(at('left', left))
  drawn.push(at(isNegative ? 'left' : 'right', right))
  return drawn.join('')
}
