import { expect, test } from 'vitest'
import { isNumber } from './is-number.ts'

test.each([
  ['1', '2,000.50', '−3'],
  ['$5', '–$5.20', '$1,000'],
  ['5%', '−0.5%', '–'],
  ['40,00%', '100%'],
  ['400 млрд ₽', '80\u00a0млрд\u00a0₽'],
  ['100 000 ₽', ''],
  ['%17,5', 'yüzde 5', '%5–%10'],
  ['100 TL', '2.400.000 lira'],
  ['5 years', '12 months', 'n/a'],
  ['10–20', '$5 – $10'],
  ['≈ 3', '> 5', '+1'],
])('%j are numbers', (...cells) => {
  expect(isNumber(cells)).toBe(true)
})

test.each([
  [['none', '5']],
  [['–', '']],
  [[]],
  [['A5']],
  [['4 × $12 = $48']],
  [['3 banks and more']],
  [['Matures 09/14']],
  [['5 of 12 months a year']],
])('%j are not', (cells) => {
  expect(isNumber(cells)).toBe(false)
})

test('a long text that is no number is recognized quickly', () => {
  const started = performance.now()
  expect(isNumber([`${'1 '.repeat(20_000)}!`])).toBe(false)
  expect(performance.now() - started).toBeLessThan(2_000)
})
