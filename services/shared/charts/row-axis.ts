import { languageTag } from '../text/language-tag.ts'
import { type Chart, clamp, FEWEST_DAYS } from './chart.ts'
import { linearScale } from './linear-scale.ts'
import { textWidth } from './text-lines.ts'

export interface RowTick {
  x: number
  label: string
}

export interface RowAxis {
  xOf(at: number): number
  ticks: RowTick[]
  /** What the numbers are; empty where they say it themselves. */
  title: string
}

/** Between labels, in heights of letters. */
const GAP = 0.8
const WORDS = /[\p{L}\s]+\.?|\.$/gu
const YEAR = /^(?:1[89]|20|21)\d{2}$/

/** The horizontal axis, whose labels do not touch each other. */
export function makeRowAxis(
  chart: Chart,
  { left, right, text }: { left: number; right: number; text: number },
): RowAxis {
  const xOf = linearScale([chart.rows[0]?.at ?? 0, chart.rows.at(-1)?.at ?? 1], [left, right])
  const isOfDays = chart.axis === 'days'
  const all = isOfDays ? dayLabels(chart, xOf, right - left, text) : numberTicks(chart, xOf)
  const isOfYears = chart.rows.every(({ label }) => YEAR.test(label.trim()))
  return {
    xOf,
    ticks: thinOut(all, text),
    title: isOfDays || isOfYears ? '' : chart.head,
  }
}

/** The numbers of the rows; the last with its unit. */
function numberTicks({ rows }: Chart, xOf: (at: number) => number): RowTick[] {
  return rows.map(({ label, at }, row) => {
    const isLast = row === rows.length - 1
    const number = label.replaceAll(WORDS, '').trim()
    return { x: xOf(at), label: isLast || number === '' ? label : number }
  })
}

function dayLabels(
  { days: chosen = [], locale }: Chart,
  xOf: (at: number) => number,
  width: number,
  text: number,
): RowTick[] {
  // A month and a year take some eight letters.
  const room = Math.floor(width / (text * 8)) - FEWEST_DAYS
  const days = (chosen[clamp(room, 0, chosen.length - 1)] ?? []).map((day) => new Date(day))
  const isYear = (day: Date) => day.getUTCMonth() === 0 && day.getUTCDate() === 1
  const hasYearsOnly = days.every(isYear)
  const format = new Intl.DateTimeFormat(languageTag(locale), {
    year: 'numeric',
    ...(!hasYearsOnly && { month: 'short' }),
    timeZone: 'UTC',
  })
  return days.map((day) => ({
    x: xOf(day.getTime()),
    label: format.format(day).replace(' г.', ''),
  }))
}

/** Leaves the first and the last, and those between that have room. */
function thinOut(ticks: readonly RowTick[], text: number): RowTick[] {
  const half = ({ label }: RowTick) => textWidth(label, text) / 2
  const first = ticks[0]
  const last = ticks.at(-1)
  if (!first || !last || first === last) return [...ticks]
  const kept = [first]
  for (const tick of ticks.slice(1, -1)) {
    const before = kept.at(-1) ?? first
    const fits = (one: RowTick, other: RowTick) =>
      other.x - one.x >= half(one) + half(other) + text * GAP
    if (fits(before, tick) && fits(tick, last)) kept.push(tick)
  }
  return [...kept, last]
}
