import { expect, test } from 'vitest'
import { WEBHOOK_PACE } from './deliver-webhooks.ts'

test('an event is tried nine times within a day, ten seconds each, as the manual says', () => {
  const [second, minute, hour] = [1_000, 60_000, 3_600_000]
  expect(WEBHOOK_PACE).toEqual({
    timeoutMs: 10 * second,
    lookMs: 5 * second,
    pausesMs: [
      ...[5 * second, 30 * second],
      ...[2 * minute, 10 * minute, 30 * minute],
      ...[2 * hour, 6 * hour, 12 * hour],
    ],
  })
})
