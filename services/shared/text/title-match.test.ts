import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { HOSTILE_LETTERS } from '../../../tests/support/hostile-letters.ts'
import { LOCALES, type Locale } from '../contracts/primitives.ts'
import { fold, foldTr } from './fold.ts'
import { SEARCH_THRESHOLD } from './search-limits.ts'
import { splitWords } from './split-words.ts'
import { foldQuery, foldText, isSearchable, matchesEveryWord } from './title-match.ts'

const hostileText = fc.string({ unit: fc.constantFrom(...HOSTILE_LETTERS), maxLength: 14 })

const matches = (title: string, query: string, locale: Locale) =>
  matchesEveryWord(foldText(title, locale), foldQuery(query, locale))

describe('a title matches when it contains every word', () => {
  test.each<[number, string, string, Locale, boolean]>([
    [1, 'invest', 'Investing for Beginners', 'en_US', true],
    [2, 'VEST', 'Investing for Beginners', 'en_US', true],
    [3, 'gin', 'Investing for Beginners', 'en_US', true],
    [4, 'beginners invest', 'Investing for Beginners', 'en_US', true],
    [5, 'invest bonds', 'Investing for Beginners', 'en_US', false],
    [6, '  invest   for ', 'Investing for Beginners', 'en_US', true],
    [7, 'invest invest', 'Investing for Beginners', 'en_US', true],
    [9, 'investingfor', 'Investing for Beginners', 'en_US', false],
    [11, 'etfs?', 'What Are ETFs?', 'en_US', true],
    [12, 's&p 500', 'S&P 500 vs. Nasdaq', 'en_US', true],
    [13, '401(k)', '401(k) Rollover Rules', 'en_US', true],
    [15, 'a_b', 'Series a-b bonds', 'en_US', false],
    [17, '-roth', 'Roth IRA explained', 'en_US', false],
    [19, 'defi', 'DeFi and NFT basics', 'en_US', true],
    [21, 'naive', 'Naïve diversification', 'en_US', false],
    [23, 'nai\u0308ve', 'Naïve diversification', 'en_US', true],
    [25, 'strasse', 'Straße der Börse', 'en_US', false],
    [27, 'ß', 'MASSE', 'en_US', false],
    [29, 'σ', 'Measuring ΣΑΣ risk', 'en_US', true],
    [31, 'kelvin', '\u212aelvin index', 'en_US', true],
    [32, 'istanbul', 'İstanbul Borsası rehberi', 'tr_TR', true],
    [33, 'İSTANBUL', 'istanbul borsası', 'tr_TR', true],
    [35, 'ISTANBUL', 'İstanbul Borsası', 'tr_TR', true],
    [36, 'ısparta', "ISPARTA'da yatırım", 'tr_TR', true],
    [37, 'ISPARTA', "Isparta'da yatırım", 'tr_TR', true],
    [39, 'ısparta', "Isparta'da yatırım", 'tr_TR', true],
    [41, 'ışık', 'IŞIK FONU', 'tr_TR', true],
    [43, 'sinir', 'Kredi sınırı', 'tr_TR', false],
    [45, 'KREDI', 'Kredi kartı', 'tr_TR', true],
    [47, 'döviz', 'DÖVİZ KURU', 'tr_TR', true],
    [49, 'i\u0307stanbul', 'İstanbul', 'tr_TR', true],
    [51, 'ısparta', 'ISPARTA roses', 'en_US', false],
    [53, 'счёт', 'СЧЁТ в банке', 'ru_RU', true],
    [54, 'счет', 'Счёт в банке', 'ru_RU', false],
    [55, 'счёт', 'Счет в банке', 'ru_RU', false],
    [57, 'инвестици', 'Рынок инвестиций', 'ru_RU', true],
    [59, 'кредит карт', 'Карты и кредиты', 'ru_RU', true],
    [61, '5 000', 'Вклад от 5\u00a0000 рублей', 'ru_RU', true],
  ])('vector %i: %s in %s (%s): %s', (_number, needle, title, locale, expected) => {
    expect(matches(title, needle, locale)).toBe(expected)
  })

  test('as the rule says it, word by word, whatever the text', () => {
    fc.assert(
      fc.property(hostileText, hostileText, fc.constantFrom(...LOCALES), (title, query, locale) => {
        const literal = splitWords(query).every(
          (word) =>
            fold(title).includes(fold(word)) ||
            (locale === 'tr_TR' && foldTr(title).includes(foldTr(word))),
        )
        expect(matches(title, query, locale)).toBe(literal)
      }),
      { numRuns: 20_000 },
    )
  })

  test('finds the same in a title however it is composed', () => {
    fc.assert(
      fc.property(hostileText, hostileText, fc.constantFrom(...LOCALES), (title, query, locale) => {
        const expected = matches(title, query, locale)
        expect(matches(title.normalize('NFD'), query, locale)).toBe(expected)
        expect(matches(title, query.normalize('NFD'), locale)).toBe(expected)
      }),
      { numRuns: 5_000 },
    )
  })
})

describe('the words of a query', () => {
  test('count once', () => {
    expect(foldQuery('Invest INVEST bonds invest', 'en_US')).toHaveLength(2)
  })

  test('are told apart by either rule of Turkish', () => {
    expect(foldQuery('ISI ısı isi', 'tr_TR')).toHaveLength(3)
    expect(matches('ısı', 'ISI isi', 'tr_TR')).toBe(false)
    expect(foldQuery('isi ISI', 'en_US')).toHaveLength(1)
  })
})

describe('the gate', () => {
  test.each([
    ['', false],
    ['ab', false],
    ['abc', true],
    ['a b', true],
    ['ab ', true],
    ['   ', false],
    ['\u00a0\u2003\n', false],
    ['\u200b\u00ad\ufeff', false],
    ['👍', false],
    ['👍a', true],
    ['%%%', true],
  ])('for %j: %s', (query, shown) => {
    expect(isSearchable(query)).toBe(shown)
  })

  test('stands where the contract says', () => {
    expect(isSearchable('x'.repeat(SEARCH_THRESHOLD))).toBe(false)
    expect(isSearchable('x'.repeat(SEARCH_THRESHOLD + 1))).toBe(true)
  })
})
