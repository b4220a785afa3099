import { describe, expect, test } from 'vitest'
import { dayAfter, hasEnded, newestValue, valuesWithin } from './dated-values.ts'

const limit = {
  values: [
    { from: '2024-07-01', is: '$1' },
    { from: '2025-01-01', is: '$2', until: '2025-12-31' },
    { from: '2026-03-01', is: '$3' },
  ],
}

describe('the newest value on a day', () => {
  test.each([
    ['2024-06-30', undefined],
    ['2024-07-01', '$1'],
    ['2024-12-31', '$1'],
    ['2025-01-01', '$2'],
    ['2026-02-28', '$2'],
    ['2026-03-01', '$3'],
  ])('%s is %s', (day, is) => {
    expect(newestValue(limit, day)?.is).toBe(is)
  })
})

test('a value is valid on its last day, and has ended on the next', () => {
  const value = { from: '2025-01-01', is: '$2', until: '2025-12-31' }
  expect(hasEnded(value, '2025-12-31')).toBe(false)
  expect(hasEnded(value, '2026-01-01')).toBe(true)
  expect(hasEnded({ from: '2025-01-01', is: '$2' }, '9999-12-31')).toBe(false)
})

describe('the values of a period', () => {
  test.each([
    ['2024-01-01', '2024-12-31', ['$1']],
    ['2025-01-01', '2025-12-31', ['$2']],
    ['2024-12-31', '2025-01-01', ['$1', '$2']],
    ['2026-01-01', '2026-02-28', []],
    ['2026-01-01', '2026-12-31', ['$3']],
  ])('from %s to %s are %s', (first, last, expected) => {
    expect(valuesWithin(limit, first, last).map(({ is }) => is)).toEqual(expected)
  })
})

test('the day after the last one of a year or of February', () => {
  expect(dayAfter('2026-12-31')).toBe('2027-01-01')
  expect(dayAfter('2028-02-28')).toBe('2028-02-29')
})
