import { fv, irr, nper, npv, pmt, pv, rate } from './financial-functions.ts'
import { FormulaError } from './formula.ts'
import { roundDecimal } from './round-decimal.ts'

type Calculate = (...operands: number[]) => number

/** The number without the digits beyond those that a double always has: 0.1 × 3 is 0.3. */
const withoutNoise = (value: number) => Number(value.toPrecision(15))

function divide(one = 0, other = 0): number {
  if (other === 0) throw new FormulaError('division-by-zero')
  return one / other
}

const compare =
  (holds: (one: number, other: number) => boolean): Calculate =>
  (one = 0, other = 0) =>
    holds(one, other) ? 1 : 0

const OPERATIONS: Readonly<Record<string, Calculate>> = {
  '+': (one = 0, other = 0) => one + other,
  '-': (one = 0, other = 0) => one - other,
  '*': (one = 0, other = 0) => one * other,
  '/': divide,
  '^': (base = 0, exponent = 0) => base ** exponent,
  '<': compare((one, other) => one < other),
  '<=': compare((one, other) => one <= other),
  '>': compare((one, other) => one > other),
  '>=': compare((one, other) => one >= other),
  '=': compare((one, other) => one === other),
  '!=': compare((one, other) => one !== other),
}

const NAMED = {
  min: Math.min,
  max: Math.max,
  sum: (...amounts) => amounts.reduce((sum, amount) => sum + amount, 0),
  round: (one = 0, digits = 0) => roundDecimal(one, digits),
  ceil: (one = 0) => Math.ceil(withoutNoise(one)),
  floor: (one = 0) => Math.floor(withoutNoise(one)),
  pmt,
  pv,
  fv,
  nper,
  rate,
  npv,
  irr,
} satisfies Readonly<Record<string, Calculate>>

/** The functions that writers call by a name; how many operands each takes, the parser knows. */
export type FunctionName = keyof typeof NAMED

/**
 * All that a formula can do, by the name that its tree has for it. `if` is not among them: it
 * evaluates only one of its results.
 */
export const FUNCTIONS: Readonly<Record<string, Calculate>> = { ...OPERATIONS, ...NAMED }
