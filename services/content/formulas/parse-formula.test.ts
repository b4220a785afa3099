import { expect, test } from 'vitest'
import { evaluate } from '#shared/formulas/evaluate.ts'
import { parseFormula } from './parse-formula.ts'

const NAMES = new Set(['price', 'rate'])

test('a formula becomes a tree of numbers, names and operations', () => {
  expect(parseFormula('pmt(price × 2, rate / 12, 6.5%)', NAMES)).toEqual([
    'pmt',
    [['*', ['price', 2]], ['/', ['rate', 12]], 0.065],
  ])
})

test.each([
  [0, 0],
  [12_400, 1240],
  [12_401, 1240.12],
  [60_000, 1240 + 4560 + 0.22 * 9600],
])('a tax by steps of %d is %d', (price, tax) => {
  const steps = parseFormula('steps(price, 0, 10%, 12400, 12%, 50400, 22%)', NAMES)
  expect(evaluate(steps, { price })).toBeCloseTo(tax, 9)
})

test('20 steps are taken, and 21 are refused', () => {
  const steps = (count: number) => parseFormula(`steps(price${', 1, 1%'.repeat(count)})`, NAMES)
  expect(evaluate(steps(20), { price: 0 })).toBe(0)
  expect(() => steps(21)).toThrow('gives steps 43 values, and it takes 3 to 41')
})

test.each([
  ['steps(price, 0, 10%, 12400)', 'a start without a rate'],
  ['steps(price)', 'gives steps 1 values, and it takes 3 to 41'],
  ['prize + 1', 'names "prize", and there is no such value'],
  ['a.constructor.constructor(1)', 'is not one calculation'],
  ['pmt(1, 2)', 'gives pmt 2 values, and it takes 3'],
  ['sin(1)', 'has no function "sin"'],
  [' ', 'is empty'],
  [`1${' + 1'.repeat(200)}`, 'is longer than 500 characters'],
])('%j is refused', (text, message) => {
  expect(() => parseFormula(text, NAMES)).toThrow(message)
})
