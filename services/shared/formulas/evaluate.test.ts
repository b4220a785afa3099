import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { evaluate } from './evaluate.ts'
import { fv, irr, nper, npv, pmt, pv, rate } from './financial-functions.ts'
import { type Formula, FormulaError } from './formula.ts'

const reasonOf = (formula: Formula, values = {}) => {
  try {
    evaluate(formula, values)
  } catch (error) {
    return error instanceof FormulaError ? error.reason : String(error)
  }
  return undefined
}

describe('a formula', () => {
  test('is calculated from numbers and named values', () => {
    const formula: Formula = ['*', ['price', ['-', [1, 'down']]]]
    expect(evaluate(formula, { price: 400_000, down: 0.2 })).toBe(320_000)
  })

  test('may give the largest whole number that a double tells from its neighbours', () => {
    expect(evaluate(['+', [9_007_199_254_740_990, 1]], {})).toBe(9_007_199_254_740_991)
  })

  test('of a condition calculates only the result that is chosen', () => {
    const safe: Formula = ['if', [['=', ['x', 0]], 7, ['/', [1, 'x']]]]
    expect(evaluate(safe, { x: 0 })).toBe(7)
    expect(evaluate(safe, { x: 4 })).toBe(0.25)
  })

  test.each<[Formula, string]>([
    [['/', [1, 0]], 'division-by-zero'],
    [['^', [10, 16]], 'too-large'],
    [['+', [9_007_199_254_740_991, 1]], 'too-large'],
    [['^', [['-', [0, 1]], 0.5]], 'outside-domain'],
    [['nper', [1_000, 0.02, 20]], 'never-paid-off'],
    [['pmt', [1_000, -1, 12]], 'outside-domain'],
    [['pmt', [1_000, 0.01, 0]], 'outside-domain'],
    [['irr', [100, 100]], 'outside-domain'],
  ])('%j has no result: %s', (formula, reason) => {
    expect(reasonOf(formula)).toBe(reason)
  })

  test.each<Formula>([
    'constructor',
    '__proto__',
    ['constructor', [1]],
    ['toString', []],
    ['hasOwnProperty', ['x']],
  ])('%j reaches nothing outside its values and functions', (formula) => {
    expect(reasonOf(formula, { x: 1 })).toMatch(/^Error: There is no (?:value|function)/)
  })
})

test('whole numbers are found below and above, and a whole one is itself', () => {
  const results = ['ceil', 'floor'].map((name) =>
    [1.2, -1.2, 2, 0.1 * 3 * 10].map((value) => evaluate([name, [value]], {})),
  )
  expect(results).toEqual([
    [2, -1, 2, 3],
    [1, -2, 2, 3],
  ])
})

describe('financial functions', () => {
  test('agree with tables: a loan of $320,000 at 6.5% over 30 years', () => {
    expect(pmt(320_000, 0.065 / 12, 360)).toBeCloseTo(2022.6177, 4)
    expect(pv(2022.6177, 0.065 / 12, 360)).toBeCloseTo(320_000, 1)
    expect(nper(320_000, 0.065 / 12, 2022.6177)).toBeCloseTo(360, 3)
    expect(rate(320_000, 2022.6177, 360) * 12).toBeCloseTo(0.065, 8)
    expect(fv(100, 0.01, 12)).toBeCloseTo(1268.2503, 4)
    expect(fv(100, 0.01, 12, 1_000)).toBeCloseTo(1268.2503 + 1126.825, 3)
    expect(npv(0.1, 110, 121)).toBeCloseTo(200, 10)
    expect(irr(-200, 110, 121)).toBeCloseTo(0.1, 10)
  })

  test('are right without interest, and for the smallest rates', () => {
    expect([pmt(1_200, 0, 12), pv(100, 0, 12), fv(100, 0, 12), nper(1_200, 0, 100)]).toEqual([
      100, 1_200, 1_200, 12,
    ])
    expect(pmt(1_200, 1e-12, 12)).toBeCloseTo(100, 8)
  })

  test('of random loans agree with the sum of their months', () => {
    const loans = fc.record({
      present: fc.integer({ min: 100, max: 2_000_000 }),
      yearly: fc.double({ min: 0, max: 1, noNaN: true }),
      months: fc.integer({ min: 1, max: 480 }),
    })
    fc.assert(
      fc.property(loans, ({ present, yearly, months }) => {
        const payment = pmt(present, yearly / 12, months)
        let owed = present
        for (let month = 0; month < months; month++) owed = owed * (1 + yearly / 12) - payment
        const scale = present * (1 + yearly / 12) ** months
        expect(Math.abs(owed) / scale).toBeLessThan(1e-9)
      }),
    )
  })
})
