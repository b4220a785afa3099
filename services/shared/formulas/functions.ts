import { fv, irr, nper, npv, pmt, pv, rate } from './financial-functions.ts'
import { FormulaError } from './formula.ts'
import { roundDecimal } from './round-decimal.ts'

/** Most operands of one function: a list of amounts, one for each of ten years of months. */
const MAX_OPERANDS = 120

interface FormulaFunction {
  /** How many operands it takes, at least and at most. */
  takes: readonly [least: number, most: number]
  of(...operands: number[]): number
}

/** The number without the digits beyond those that a double always has: 0.1 × 3 is 0.3. */
const withoutNoise = (value: number) => Number(value.toPrecision(15))

const compare = (holds: (one: number, other: number) => boolean): FormulaFunction => ({
  takes: [2, 2],
  of: (one = 0, other = 0) => (holds(one, other) ? 1 : 0),
})

const BY_NAME: Readonly<Record<string, FormulaFunction>> = {
  '+': { takes: [2, 2], of: (one = 0, other = 0) => one + other },
  '-': { takes: [2, 2], of: (one = 0, other = 0) => one - other },
  '*': { takes: [2, 2], of: (one = 0, other = 0) => one * other },
  '/': {
    takes: [2, 2],
    of(one = 0, other = 0) {
      if (other === 0) throw new FormulaError('division-by-zero')
      return one / other
    },
  },
  '^': { takes: [2, 2], of: (base = 0, exponent = 0) => base ** exponent },
  '<': compare((one, other) => one < other),
  '<=': compare((one, other) => one <= other),
  '>': compare((one, other) => one > other),
  '>=': compare((one, other) => one >= other),
  '=': compare((one, other) => one === other),
  '!=': compare((one, other) => one !== other),
  min: { takes: [1, MAX_OPERANDS], of: Math.min },
  max: { takes: [1, MAX_OPERANDS], of: Math.max },
  sum: {
    takes: [1, MAX_OPERANDS],
    of: (...amounts) => amounts.reduce((sum, amount) => sum + amount, 0),
  },
  round: { takes: [1, 2], of: (one = 0, digits = 0) => roundDecimal(one, digits) },
  ceil: { takes: [1, 1], of: (one = 0) => Math.ceil(withoutNoise(one)) },
  floor: { takes: [1, 1], of: (one = 0) => Math.floor(withoutNoise(one)) },
  pmt: { takes: [3, 3], of: pmt },
  pv: { takes: [3, 3], of: pv },
  fv: { takes: [3, 4], of: fv },
  nper: { takes: [3, 3], of: nper },
  rate: { takes: [3, 3], of: rate },
  npv: { takes: [2, MAX_OPERANDS], of: npv },
  irr: { takes: [2, MAX_OPERANDS], of: irr },
}

/**
 * All that a formula can do, by the name that its tree has for it. `if` is not among them: it
 * evaluates only one of its results.
 */
export const FUNCTIONS: ReadonlyMap<string, FormulaFunction> = new Map(Object.entries(BY_NAME))
