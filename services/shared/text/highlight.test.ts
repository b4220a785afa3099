import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { HOSTILE_LETTERS } from '../../../tests/support/hostile/hostile-letters.ts'
import { LOCALES, type Locale } from '../contracts/primitives.ts'
import { clean, fold } from './fold.ts'
import { highlight } from './highlight.ts'
import { foldQuery, foldText, matchesEveryWord } from './title-match.ts'

const hostileText = fc.string({ unit: fc.constantFrom(...HOSTILE_LETTERS), maxLength: 14 })

/** The marked pieces of the title. */
const marked = (title: string, query: string, locale: Locale = 'en_US') =>
  highlight(title, foldQuery(query, locale)).map(([start, end]) => title.slice(start, end))

const graphemes = new Intl.Segmenter('und', { granularity: 'grapheme' })

describe('highlight', () => {
  test('returns half-open ranges of the title, in order', () => {
    const words = foldQuery('beginners VEST', 'en_US')

    expect(highlight('Investing for Beginners', words)).toEqual([
      [2, 6],
      [14, 23],
    ])
  })

  test.each<[string, string, string, Locale, string[]]>([
    ['every occurrence', 'Bonds, bonds and BONDS', 'bond', 'en_US', ['Bond', 'bond', 'BOND']],
    ['overlaps as one', 'Investing', 'invest sting', 'en_US', ['Investing']],
    ['overlaps of a word with itself', 'banana', 'ana', 'en_US', ['anana']],
    ['neighbours as one', 'Investing', 'invest ing', 'en_US', ['Investing']],
    ['words that share no place', 'a b', 'b a', 'en_US', ['a', 'b']],
    ['punctuation', '401(k) rules', '(k)', 'en_US', ['(k)']],
    ['nothing for words that are elsewhere', 'Bonds', 'stock', 'en_US', []],
    ['Turkish capitals by the Turkish rule', 'IŞIK FONU', 'ışık', 'tr_TR', ['IŞIK']],
    ['the dotted capital', 'DÖVİZ KURU', 'döviz', 'tr_TR', ['DÖVİZ']],
    ['plain capitals on a Turkish site', 'INVESTING', 'investing', 'tr_TR', ['INVESTING']],
    ['both rules united', 'ISI ısı isi', 'ısı', 'tr_TR', ['ISI', 'ısı']],
    ['both rules united, the other way', 'ISI ısı isi', 'ISI', 'tr_TR', ['ISI', 'ısı', 'isi']],
    ['decomposed titles', 'Nai\u0308ve plan', 'naïve', 'en_US', ['Nai\u0308ve']],
    ['behind decomposed letters', 'Nai\u0308ve plan', 'plan', 'en_US', ['plan']],
    ['a dotted capital of two characters', 'I\u0307zmir', 'izm', 'tr_TR', ['I\u0307zm']],
    ['across a soft hyphen', 'In\u00advest\u00ading', 'invest', 'en_US', ['In\u00advest']],
    ['accents cut off from their letter', 'e\u200b\u0301tude', 'ét', 'en_US', ['e\u200b\u0301t']],
    ['Cyrillic', 'Рынок инвестиций', 'инвестиций', 'ru_RU', ['инвестиций']],
    ['emoji as a whole', 'Family 👨‍👩‍👧 money', '👩', 'en_US', ['👨‍👩‍👧']],
    [
      'halves of a pair that are apart',
      '\ud83d\ufeff\udc4d',
      '\ud83d',
      'en_US',
      ['\ud83d', '\udc4d'],
    ],
    ['accents with their letter', 'x\u0323\u0332y', 'x', 'en_US', ['x\u0323\u0332']],
  ])('marks %s', (_what, title, query, locale, expected) => {
    expect(marked(title, query, locale)).toEqual(expected)
  })

  test('marks something of every word in every title that matches, between graphemes', () => {
    fc.assert(
      fc.property(hostileText, hostileText, fc.constantFrom(...LOCALES), (title, query, locale) => {
        const words = foldQuery(query, locale)
        fc.pre(words.length > 0)
        const marks = highlight(title, words)

        const found = words.some((word) => matchesEveryWord(foldText(title, locale), [word]))
        expect(marks.length > 0).toBe(found)
        for (const word of words) {
          if (!matchesEveryWord(foldText(title, locale), [word])) continue
          const pieces = marks.map(([start, end]) => foldText(title.slice(start, end), locale))
          expect(pieces.some((piece) => matchesEveryWord(piece, [word]))).toBe(true)
        }

        const borders = new Set([...graphemes.segment(title)].map(({ index }) => index))
        borders.add(title.length)
        marks.forEach(([start, end], at) => {
          expect(borders.has(start) && borders.has(end) && start < end).toBe(true)
          expect(start).toBeGreaterThan(marks[at - 1]?.[1] ?? -1)
        })
      }),
      { numRuns: 20_000 },
    )
  })

  test('marks no letter that no word covers', () => {
    fc.assert(
      fc.property(hostileText, fc.constantFrom('a', 's', 'k', '가', '-'), (title, word) => {
        for (const piece of marked(title, word)) {
          for (const { segment } of graphemes.segment(piece)) {
            expect(fold(segment).includes(word) || clean(segment) === '').toBe(true)
          }
        }
      }),
    )
  })
})
