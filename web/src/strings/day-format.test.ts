import { expect, test } from 'vitest'
import { createDayFormat } from './day-format.ts'

test('writes the day in the words of the language, in UTC', () => {
  expect(createDayFormat('en-US')('2025-03-04T23:30:00.000Z')).toBe('March 4, 2025')
  expect(createDayFormat('ru-RU')('2025-03-05T00:30:00.000Z')).toBe('5 марта 2025 г.')
  expect(createDayFormat('tr-TR')('2025-03-05T00:30:00.000Z')).toBe('5 Mart 2025')
})
