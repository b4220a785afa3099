import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { TITLE_VECTORS } from '../../../tests/support/content/title-vectors.ts'
import { HOSTILE_LETTERS } from '../../../tests/support/hostile/hostile-letters.ts'
import { LOCALES, type Locale } from '../contracts/primitives.ts'
import { fold, foldTr } from './fold.ts'
import { splitWords } from './split-words.ts'
import { foldQuery, foldText, isSearchable, matchesEveryWord } from './title-match.ts'

const hostileText = fc.string({ unit: fc.constantFrom(...HOSTILE_LETTERS), maxLength: 14 })

const matches = (title: string, query: string, locale: Locale) =>
  matchesEveryWord(foldText(title, locale), foldQuery(query, locale))

describe('a title matches when it contains every word', () => {
  test.each(TITLE_VECTORS)('vector $number: $typed in $title ($locale): $matches', (vector) => {
    expect(matches(vector.title, vector.typed, vector.locale)).toBe(vector.matches)
  })

  test('by the rule of matching, word by word, for any text [M-502, P1]', () => {
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

  test('independently of Unicode composition', () => {
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

  test('are distinct under either Turkish casing [M-503]', () => {
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

  test('opens at the third character: two are too few [M-902]', () => {
    expect(isSearchable('xx')).toBe(false)
    expect(isSearchable('xxx')).toBe(true)
  })
})
