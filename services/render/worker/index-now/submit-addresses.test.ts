import { expect, test } from 'vitest'
import { parseRetryAfter } from './submit-addresses.ts'

const NOW = Date.parse('2026-11-23T09:00:00Z')
const HOUR = 60 * 60_000

test.each<[string | null, number]>([
  ['120', 120_000],
  ['Mon, 23 Nov 2026 10:00:00 GMT', HOUR],
  ['Mon, 23 Nov 2026 08:00:00 GMT', 0],
  ['999999999', 24 * HOUR],
  ['soon', 0],
  [null, 0],
])('Retry-After: %s means %i ms', (header, ms) => {
  expect(parseRetryAfter(header, NOW)).toBe(ms)
})
