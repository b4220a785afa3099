import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { showForAWhile } from './show-for-a-while.ts'

const said: string[] = []
const show = showForAWhile<string>({
  show: (name) => said.push(`show ${name}`),
  hide: (name) => said.push(`hide ${name}`),
  forMs: 3_000,
})

beforeEach(() => {
  vi.useFakeTimers()
  said.length = 0
})
afterEach(() => {
  vi.runAllTimers()
  vi.useRealTimers()
})

test('shows it to the last millisecond, and no longer', () => {
  show('one')
  vi.advanceTimersByTime(2_999)
  expect(said).toEqual(['show one'])
  vi.advanceTimersByTime(1)
  expect(said).toEqual(['show one', 'hide one'])
})

test('starts the time again when the same thing is shown again', () => {
  show('one')
  vi.advanceTimersByTime(2_999)
  show('one')
  vi.advanceTimersByTime(2_999)
  expect(said).toEqual(['show one', 'show one'])
  vi.advanceTimersByTime(1)
  expect(said.at(-1)).toBe('hide one')
})

test('is replaced by another thing at once', () => {
  show('one')
  show('two')
  expect(said).toEqual(['show one', 'hide one', 'show two'])
  vi.advanceTimersByTime(3_000)
  expect(said).toEqual(['show one', 'hide one', 'show two', 'hide two'])
})
