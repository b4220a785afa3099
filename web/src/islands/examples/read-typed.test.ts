import { describe, expect, test } from 'vitest'
import type { Locale } from '#shared/contracts/primitives.ts'
import { readTyped } from './read-typed.ts'

const PLAIN = { before: '', after: '', digits: 0, isGrouped: true, isPercent: false }

describe('what a reader types is read', () => {
  test.each<[Locale, string, number]>([
    ['en_US', '350000', 350_000],
    ['en_US', '350,000', 350_000],
    ['en_US', '350 000', 350_000],
    ['en_US', '1,250.75', 1_250.75],
    ['en_US', '7.5', 7.5],
    ['en_US', '7,5', 7.5],
    ['en_US', '.5', 0.5],
    ['en_US', '-3', -3],
    ['en_US', '−3', -3],
    ['ru_RU', '7,5', 7.5],
    ['ru_RU', '7.5', 7.5],
    ['ru_RU', '1 250 000,5', 1_250_000.5],
    ['ru_RU', '1\u00a0250', 1_250],
    ['tr_TR', '7,5', 7.5],
    ['tr_TR', '7.5', 7.5],
    ['tr_TR', '1.250', 1_250],
    ['tr_TR', '1.250.000,5', 1_250_000.5],
  ])('in %s: %j', (locale, text, value) => {
    expect(readTyped(text, PLAIN, locale)).toBe(value)
  })

  test.each<[Locale, string, string, string, number]>([
    ['en_US', '$', '', '$1,000', 1_000],
    ['ru_RU', '', '\u00a0₽', '42 629 ₽', 42_629],
    ['tr_TR', '', ' TL', '42.629 TL', 42_629],
    ['en_US', '', ' years', '30 years', 30],
  ])('with the signs around it: %s, %j %j', (locale, before, after, text, value) => {
    expect(readTyped(text, { ...PLAIN, before, after }, locale)).toBe(value)
  })

  test.each<[Locale, string]>([
    ['en_US', '6.5'],
    ['en_US', '6.5%'],
    ['ru_RU', '6,5 %'],
    ['tr_TR', '%6,5'],
  ])('as a percentage in %s: %j', (locale, text) => {
    expect(readTyped(text, { ...PLAIN, after: '%', isPercent: true }, locale)).toBe(0.065)
  })

  test.each(['', ' ', '-', 'ten', '3O', '1,2,3', '1.2.3', '350k', '1/2'])(
    'as no number: %j',
    (text) => {
      expect(readTyped(text, PLAIN, 'en_US')).toBeNaN()
    },
  )
})
