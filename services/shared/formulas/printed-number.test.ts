import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { Locale } from '../contracts/primitives.ts'
import { printNumber, printsResult, readNumber } from './printed-number.ts'

test.each<[string, Locale, number]>([
  ['$2,022.62', 'en_US', 2022.62],
  ['−$1,250', 'en_US', -1250],
  ['$-5', 'en_US', -5],
  ['6.5%', 'en_US', 0.065],
  ['-0.125%', 'en_US', -0.00125],
  ['30', 'en_US', 30],
  ['12 months', 'en_US', 12],
  ['1000', 'en_US', 1000],
  ['42 629 ₽', 'ru_RU', 42_629],
  ['42\u00a0629,50\u00a0₽', 'ru_RU', 42_629.5],
  ['17,5\u00a0%', 'ru_RU', 0.175],
  ['%17,5', 'tr_TR', 0.175],
  ['42.629 TL', 'tr_TR', 42_629],
  ['1.234.567,89 TL', 'tr_TR', 1_234_567.89],
  ['$999,999,999,999.99', 'en_US', 999_999_999_999.99],
  ['999999999999999', 'en_US', 999_999_999_999_999],
])('%s in %s is read as %d, and printed as it was', (text, locale, value) => {
  const number = readNumber(text, locale)
  expect(number?.value).toBe(value)
  if (!number) return
  const plain = (printed: string) => printed.replaceAll('\u00a0', ' ').replace(/^\$-/, '−$')
  expect(plain(printNumber(value, number.format, locale))).toBe(plain(text).replace(/^-/, '−'))
})

test.each<[string, Locale]>([
  ['', 'en_US'],
  ['five', 'en_US'],
  ['1,00', 'en_US'],
  ['12,34,567', 'en_US'],
  ['1.234.5', 'tr_TR'],
  ['1 to 5', 'en_US'],
  ['2,022.62', 'ru_RU'],
  ['1 23', 'ru_RU'],
  ['9'.repeat(16), 'en_US'],
  ['$'.repeat(60), 'en_US'],
  [`1${' '.repeat(99)}1`, 'en_US'],
])('%j is not one number in %s', (text, locale) => {
  expect(readNumber(text, locale)).toBeUndefined()
})

test('what is printed is read again as the same number, in every language', () => {
  const formats = fc.record({
    before: fc.constantFrom('', '$'),
    after: fc.constantFrom('', ' years', ' TL'),
    digits: fc.integer({ min: 0, max: 4 }),
    isGrouped: fc.boolean(),
    isPercent: fc.constant(false),
  })
  const locales = fc.constantFrom<Locale>('en_US', 'ru_RU', 'tr_TR')
  const values = fc.double({ min: -1e10, max: 1e10, noNaN: true })
  fc.assert(
    fc.property(values, formats, locales, (value, format, locale) => {
      const read = readNumber(printNumber(value, format, locale), locale)
      expect(read && printsResult(read, value)).toBe(true)
    }),
  )
})

test('a printed number is right to its last digit, and no further', () => {
  const printed = readNumber('$2,022.62', 'en_US')
  if (!printed) throw new Error('it is a number')
  expect(printsResult(printed, 2022.617675177484)).toBe(true)
  expect(printsResult(printed, 2022.615)).toBe(true)
  expect(printsResult(printed, 2022.614_999)).toBe(false)
  expect(printsResult(printed, 2022.625)).toBe(false)
})
