import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { reportOnce } from './failure-report.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

test('the same failure is reported rarely, another one at once', () => {
  const reported: string[] = []
  const report = reportOnce(({ message }) => reported.push(message))

  for (let second = 0; second <= 10; second += 1) {
    report(new Error('connection refused'))
    if (second === 3) report(new Error('job failed'))
    vi.advanceTimersByTime(1_000)
  }

  expect(reported).toEqual(['connection refused', 'job failed', 'connection refused'])
})
