import type { Locale } from '#shared/contracts/primitives.ts'
import { type NumberFormat, printNumber, readNumber } from '#shared/formulas/printed-number.ts'
import { roundDecimal } from '#shared/formulas/round-decimal.ts'

/** The number that a value prints, in the unit in which it stands there: 4.4 of `4.40%`. */
export interface PrintedFigure {
  figure: number
  format: NumberFormat
}

/** @returns `undefined` where a value is not exactly one number, such as `4.25–4.50%` */
export function readFigure(is: string, locale: Locale): PrintedFigure | undefined {
  const printed = readNumber(is, locale)
  if (!printed) return undefined
  const { value, format } = printed
  return { figure: format.isPercent ? roundDecimal(value * 100, format.digits) : value, format }
}

/** Prints another figure as this one is printed, rounded half away from zero. */
export const printFigure = (figure: number, format: NumberFormat, locale: Locale): string =>
  printNumber(format.isPercent ? figure / 100 : figure, format, locale)
