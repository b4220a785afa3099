import type { Chart, Series } from './chart.ts'

/** Where two lines have the same value. */
export interface Crossing {
  one: Series
  other: Series
  /** The rows before and after it. */
  from: number
  to: number
  /** Where it is on the horizontal axis, and its value. */
  at: number
  value: number
}

/** More would hide the picture. */
const MAX_CROSSINGS = 3

/** The first crossings of lines, from left to right for each pair. */
export function crossingsOf({ kind, rows, series }: Chart): Crossing[] {
  // Steps have the value of a row until the next: they jump over each other.
  if (kind !== 'lines') return []
  const found: Crossing[] = []
  series.forEach((one, place) => {
    for (const other of series.slice(place + 1)) {
      for (let from = 0; from + 1 < rows.length; from++) {
        if (found.length >= MAX_CROSSINGS) return
        const crossing = crossingAfter(rows, one, other, from)
        if (crossing) found.push(crossing)
      }
    }
  })
  return found
}

function crossingAfter(
  rows: Chart['rows'],
  one: Series,
  other: Series,
  from: number,
): Crossing | undefined {
  const to = from + 1
  const valueIn = ({ values }: Series, row: number) => values[row] ?? 0
  const before = valueIn(one, from) - valueIn(other, from)
  const after = valueIn(one, to) - valueIn(other, to)
  // Signs, because a product of small differences may be zero.
  if (Math.sign(before) * Math.sign(after) >= 0) return undefined
  const part = before / (before - after)
  const between = (start: number, end: number) => start + part * (end - start)
  return {
    one,
    other,
    from,
    to,
    at: between(rows[from]?.at ?? 0, rows[to]?.at ?? 0),
    value: between(valueIn(one, from), valueIn(one, to)),
  }
}
