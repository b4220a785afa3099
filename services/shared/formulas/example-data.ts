import type { Formula } from './formula.ts'
import type { NumberFormat } from './printed-number.ts'

/*
 * What browsers get of an example, as JSON in the attributes `data-input` and `data-calc`. Lists,
 * because every name of a field would be repeated with every number of every page.
 */

export type FormatData = readonly [
  before: string,
  after: string,
  digits: number,
  isGrouped: 0 | 1,
  isPercent: 0 | 1,
]

/** A value that readers may change. `step` is 0 where any value is meant. */
export type InputData = readonly [
  name: string,
  value: number,
  least: number,
  most: number,
  step: number,
  format: FormatData,
]

/** A number that follows, and the formula that gives it. */
export type CalcData = readonly [formula: Formula, format: FormatData]

export const packFormat = (format: NumberFormat): FormatData => [
  format.before,
  format.after,
  format.digits,
  format.isGrouped ? 1 : 0,
  format.isPercent ? 1 : 0,
]

export const unpackFormat = ([
  before,
  after,
  digits,
  isGrouped,
  isPercent,
]: FormatData): NumberFormat => ({
  before,
  after,
  digits,
  isGrouped: isGrouped === 1,
  isPercent: isPercent === 1,
})
