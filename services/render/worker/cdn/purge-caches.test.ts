import { expect, test } from 'vitest'
import { pauseAfter } from './purge-caches.ts'

test.each([
  [1, 0, 1_000],
  [2, 0, 2_000],
  [5, 0, 16_000],
  [6, 0, 30_000],
  [10_000, 0, 30_000],
  // As the cache says, but not for longer than five minutes.
  [1, 45_000, 45_000],
  [1, 3_600_000, 300_000],
])('after %i failures, a cache is purged again after a while', (failures, said, expected) => {
  expect(pauseAfter(failures, said)).toBe(expected)
})
