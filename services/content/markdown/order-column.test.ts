import { describe, expect, test } from 'vitest'
import type { Locale } from '#shared/contracts/primitives.ts'
import { orderColumn, readAmount } from './order-column.ts'

const order = (locale: Locale, ...texts: string[]) =>
  orderColumn(
    texts.map((text) => ({ text })),
    locale,
  )

describe('a column', () => {
  test.each<[Locale, string[], (number | undefined)[]]>([
    ['en_US', ['$2,022.62', '$900', '−$5', '$900'], [2, 1, 0, 1]],
    ['en_US', ['10%', '9.5%', '—', ''], [1, 0, undefined, undefined]],
    ['en_US', ['10 years', '1 year', 'n/a'], [1, 0, undefined]],
    ['ru_RU', ['42 629 ₽', '9 000 ₽', '42 628,5 ₽'], [2, 0, 1]],
    ['ru_RU', ['17,5 %', '9 %'], [1, 0]],
    ['tr_TR', ['42.629 TL', '900 TL', '42.628,50 TL'], [2, 0, 1]],
    ['tr_TR', ['%17,5', '%9'], [1, 0]],
    ['en_US', ['$18–$25', '$2', '$15-20'], [2, 0, 1]],
    ['en_US', ['3–5%', '15–20%', '4%'], [0, 2, 1]],
  ])('of numbers in %s is compared by their values: %j', (locale, texts, ranks) => {
    expect(order(locale, ...texts)).toEqual({ kind: 'numbers', ranks })
  })

  test('of days is compared by the calendar', () => {
    expect(order('en_US', 'May 2, 2024', 'December 31, 2023', '')).toEqual({
      kind: 'days',
      ranks: [1, 0, undefined],
    })
  })

  test.each<[Locale, string[], number[]]>([
    ['en_US', ['zebra', 'Alpha', 'beta'], [2, 0, 1]],
    ['ru_RU', ['ёж', 'Жук', 'еда'], [1, 2, 0]],
    ['tr_TR', ['İz', 'ısı', 'çay', 'dağ'], [3, 2, 0, 1]],
  ])('of words in %s is compared by the alphabet: %j', (locale, texts, ranks) => {
    expect(order(locale, ...texts)).toEqual({ kind: 'words', ranks })
  })

  test.each([
    ['two units', ['$5', '5%']],
    ['numbers among words', ['$5', 'free']],
    [
      'sentences',
      [
        'Somebody who saves for the first time and pays no fee, and who has the time to wait',
        'A bank',
      ],
    ],
    ['one cell alone', ['$5', '']],
  ])('of %s is not compared', (_what, texts) => {
    expect(order('en_US', ...texts)).toBeUndefined()
  })
})

test.each(['1-2-3', `${'1'.repeat(200)}-2`, '-'.repeat(10_000)])(
  'reads no amount from %j, and takes no time for it',
  (text) => {
    expect(readAmount(text, 'en_US')).toBeUndefined()
  },
)
