import { fv, irr, nper, npv, pmt, pv, rate } from './financial-functions.ts'
import { FormulaError } from './formula.ts'
import { roundDecimal } from './round-decimal.ts'

/** Most operands of one function: a list of amounts, one for each of ten years of months. */
export const MAX_OPERANDS = 120

interface FormulaFunction {
  /** How many operands it takes, at least and at most. */
  takes: readonly [least: number, most: number]
  of(...operands: number[]): number
}

/** The number without the digits beyond those that a double always has: 0.1 × 3 is 0.3. */
const withoutNoise = (value: number) => Number(value.toPrecision(15))

const truth = (holds: boolean) => (holds ? 1 : 0)
const compare = (holds: (one: number, other: number) => boolean): FormulaFunction => ({
  takes: [2, 2],
  of: (one = 0, other = 0) => truth(holds(one, other)),
})

/**
 * All that a formula can do, by the name that its tree has for it. `if` is not among them: it
 * evaluates only one of its results.
 */
export const FUNCTIONS = {
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
  negative: { takes: [1, 1], of: (one = 0) => -one },
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
  pmt: { takes: [3, 3], of: (present = 0, each = 0, periods = 0) => pmt(present, each, periods) },
  pv: { takes: [3, 3], of: (payment = 0, each = 0, periods = 0) => pv(payment, each, periods) },
  fv: {
    takes: [3, 4],
    of: (payment = 0, each = 0, periods = 0, start = 0) => fv(payment, each, periods, start),
  },
  nper: { takes: [3, 3], of: (present = 0, each = 0, payment = 0) => nper(present, each, payment) },
  rate: {
    takes: [3, 3],
    of: (present = 0, payment = 0, periods = 0) => rate(present, payment, periods),
  },
  npv: { takes: [2, MAX_OPERANDS], of: (discount = 0, ...amounts) => npv(discount, ...amounts) },
  irr: { takes: [2, MAX_OPERANDS], of: (now = 0, ...amounts) => irr(now, ...amounts) },
} satisfies Record<string, FormulaFunction>

export type FunctionName = keyof typeof FUNCTIONS

export const isFunctionName = (name: string): name is FunctionName => Object.hasOwn(FUNCTIONS, name)

/** A function by its name. */
export const functionOf = (name: FunctionName): FormulaFunction => FUNCTIONS[name]
