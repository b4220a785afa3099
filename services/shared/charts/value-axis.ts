import { nice, ticks as ticksBetween } from 'd3-array'
import type { Locale } from '../contracts/primitives.ts'
import { type NumberFormat, printNumber } from '../formulas/printed-number.ts'
import { type Chart, clamp, least, most } from './chart.ts'
import { CHART_WORDS } from './chart-words.ts'

export interface ValueAxis {
  /** The lowest and the highest number that it has room for. */
  ends: [number, number]
  ticks: { value: number; label: string }[]
  /** What the labels are numbers of, such as `$ thousand`. */
  unit: string
}

const TICKS = 5
/** From 10,000 on, the axis counts thousands; from ten million on, millions. */
const MULTIPLES = [1e3, 1e6, 1e9]
const COUNTED_FROM = 10
/** Of a number after its decimal sign. */
const MAX_DIGITS = 15
/** Where the least is more than this part of the most, zero would press the lines together. */
const FAR_FROM_ZERO = 0.6

/** The axis of a chart with lines. */
export function makeValueAxis({ series, format, locale }: Chart): ValueAxis {
  const values = series.flatMap((one) => one.values)
  const ends = nice(...domainOf(values), TICKS)
  const size = most(ends.map(Math.abs))
  const multiple = MULTIPLES.findLast((one) => size >= one * COUNTED_FROM) ?? 1
  const shown = format.isPercent ? 100 : multiple
  const factor = format.isPercent ? shown : 1 / shown
  const ticks = ticksBetween(...ends, TICKS)
  const step = Math.abs((ticks[1] ?? 1) - (ticks[0] ?? 0)) * factor
  const digits = step > 0 ? clamp(-Math.floor(Math.log10(step) + 1e-9), 0, MAX_DIGITS) : 0
  const plain: NumberFormat = { ...format, before: '', after: '', digits, isPercent: false }
  return {
    ends,
    ticks: ticks.map((value) => ({ value, label: printNumber(value * factor, plain, locale) })),
    unit: unitLabel(format, format.isPercent ? 1 : multiple, locale),
  }
}

function domainOf(values: readonly number[]): [number, number] {
  const [low, high] = [least(values), most(values)]
  if (low === high) return low === 0 ? [0, 1] : [Math.min(0, low), Math.max(0, high)]
  if (low > 0 && low < high * FAR_FROM_ZERO) return [0, high]
  if (high < 0 && high > low * FAR_FROM_ZERO) return [low, 0]
  return [low, high]
}

function unitLabel({ before, after }: NumberFormat, multiple: number, locale: Locale): string {
  const unit = `${before}${after}`.trim()
  const { multiples, multipleFirst } = CHART_WORDS[locale]
  const word = multiples[MULTIPLES.indexOf(multiple)] ?? ''
  return (multipleFirst ? [word, unit] : [unit, word]).filter((part) => part !== '').join('\u00a0')
}
