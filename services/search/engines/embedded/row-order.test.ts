import fc from 'fast-check'
import { expect, test } from 'vitest'
import { newestFirst } from './row-order.ts'

test('is the order of pairwise comparison, and stable', () => {
  const time = fc.oneof(fc.nat(3), fc.integer({ min: -1e13, max: 1e13 }), fc.constant(1.8e12))
  fc.assert(
    fc.property(fc.array(time, { maxLength: 40 }), fc.constantFrom(1, 1_000), (some, repeats) => {
      const times = Array.from({ length: repeats }, () => some).flat()
      const expected = times
        .map((_, at) => at)
        .sort((one, other) => (times[other] ?? 0) - (times[one] ?? 0) || one - other)
      expect([...newestFirst(Float64Array.from(times))]).toEqual(expected)
    }),
    { numRuns: 60 },
  )
})
