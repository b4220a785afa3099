import { expect, test } from 'vitest'
import { memoize } from './memoize.ts'

test('computes each value once, and again only after very many others', () => {
  const asked: number[] = []
  const double = memoize((number: number) => {
    asked.push(number)
    return number * 2
  })

  expect([1, 2, 1, 2].map(double)).toEqual([2, 4, 2, 4])
  expect(asked).toEqual([1, 2])

  for (let number = 3; number <= 10_000; number++) double(number)
  expect(double(1)).toBe(2)
  expect(asked.filter((number) => number === 1)).toHaveLength(2)
})
