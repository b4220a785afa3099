import { type Formula, FormulaError } from './formula.ts'
import { FUNCTIONS } from './functions.ts'

/** Values of a formula, by their names. */
export type Values = Readonly<Record<string, number>>

/** What is larger has lost its last whole digit, and is no amount of money. */
const TOO_LARGE = Number.MAX_SAFE_INTEGER

/**
 * The result of a formula. It does nothing but arithmetic: each name is looked up among the values
 * and nowhere else, each operation among the functions.
 *
 * @throws {FormulaError} where there is no result for these values
 * @throws {Error} where the formula names a value or a function that does not exist, which its parser refuses
 */
export function evaluate(formula: Formula, values: Values): number {
  if (typeof formula === 'number') return formula
  if (typeof formula === 'string') return findValue(formula, values)
  const [name, operands] = formula
  if (name === 'if') {
    const [condition = 0, met = 0, otherwise = 0] = operands
    return evaluate(evaluate(condition, values) === 0 ? otherwise : met, values)
  }
  const called = Object.hasOwn(FUNCTIONS, name) ? FUNCTIONS[name] : undefined
  if (!called) throw new Error(`There is no function "${name}"`)
  const result = called(...operands.map((operand) => evaluate(operand, values)))
  if (Number.isNaN(result)) throw new FormulaError('outside-domain')
  if (Math.abs(result) > TOO_LARGE) throw new FormulaError('too-large')
  return result
}

function findValue(name: string, values: Values): number {
  const value = Object.hasOwn(values, name) ? values[name] : undefined
  if (value === undefined) throw new Error(`There is no value "${name}"`)
  return value
}
