import { expect, test } from 'vitest'
import { parseFormula } from './parse-formula.ts'

const NAMES = new Set(['price', 'rate'])

test('a formula becomes a tree of numbers, names and operations', () => {
  expect(parseFormula('pmt(price × 2, rate / 12, 6.5%)', NAMES)).toEqual([
    'pmt',
    [['*', ['price', 2]], ['/', ['rate', 12]], 0.065],
  ])
})

test.each([
  ['prize + 1', 'names "prize", and there is no such value'],
  ['a.constructor.constructor(1)', 'is not one calculation'],
  ['pmt(1, 2)', 'gives pmt 2 values, and it takes 3'],
  ['sin(1)', 'has no function "sin"'],
  [' ', 'is empty'],
  [`1${' + 1'.repeat(200)}`, 'is longer than 500 characters'],
])('%j is refused', (text, message) => {
  expect(() => parseFormula(text, NAMES)).toThrow(message)
})
