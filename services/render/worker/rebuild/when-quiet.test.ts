import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { whenQuiet } from './when-quiet.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

test('work is done once for many calls, when they have ceased', () => {
  const work = vi.fn()
  const call = whenQuiet(work, { quietMs: 200, mostMs: 1_500 })

  for (const _ of [1, 2, 3]) {
    call()
    vi.advanceTimersByTime(199)
  }
  expect(work).not.toHaveBeenCalled()
  vi.advanceTimersByTime(1)
  expect(work).toHaveBeenCalledTimes(1)

  call()
  vi.advanceTimersByTime(200)
  expect(work).toHaveBeenCalledTimes(2)
})

test('calls that do not cease put it off only so far', () => {
  const work = vi.fn()
  const call = whenQuiet(work, { quietMs: 200, mostMs: 1_500 })

  for (let at = 0; at < 1_500; at += 100) {
    call()
    expect(work, `${at}`).not.toHaveBeenCalled()
    vi.advanceTimersByTime(100)
  }
  expect(work).toHaveBeenCalledTimes(1)

  call()
  vi.advanceTimersByTime(199)
  expect(work).toHaveBeenCalledTimes(1)
})
