import { expect, test } from 'vitest'
import type { Locale } from '../contracts/primitives.ts'
import { readDay } from './read-day.ts'

test.each<[string, Locale, string | undefined]>([
  ['May 2, 2024', 'en_US', '2024-05-02'],
  ['21 March 2024', 'en_US', '2024-03-21'],
  ['Sept. 2024', 'en_US', '2024-09-01'],
  ['2024-03-21', 'en_US', '2024-03-21'],
  ['2024-03', 'tr_TR', '2024-03-01'],
  ['21 марта 2024 г.', 'ru_RU', '2024-03-21'],
  ['май 2024', 'ru_RU', '2024-05-01'],
  ['9 мая 2024', 'ru_RU', '2024-05-09'],
  ['21.03.2024', 'ru_RU', '2024-03-21'],
  ['26 Aralık 2024', 'tr_TR', '2024-12-26'],
  ['Ağustos 2025', 'tr_TR', '2025-08-01'],
  ['31 February 2024', 'en_US', undefined],
  ['2024', 'en_US', undefined],
  ['Year 2024', 'en_US', undefined],
  ['1 year', 'en_US', undefined],
  ['21 Mart 2024', 'en_US', '2024-03-21'],
  [`March ${' '.repeat(99)}2024`, 'en_US', undefined],
])('%j in %s is %s', (text, locale, day) => {
  const read = readDay(text, locale)
  expect(read === undefined ? undefined : new Date(read).toISOString().slice(0, 10)).toBe(day)
})
