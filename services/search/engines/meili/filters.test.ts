import { describe, expect, test } from 'vitest'
import { foldText } from '#shared/text/title-match.ts'
import { beginsWith, containsAll, hasWord, mayContainAll, quoteFilter, toValue } from './filters.ts'

describe('quote', () => {
  test('escapes quotes and backslashes, and nothing else', () => {
    expect(quoteFilter('a"b\\c')).toBe('"a\\"b\\\\c"')
    expect(quoteFilter("it's {} $& OR")).toBe('"it\'s {} $& OR"')
  })

  test('drops halves of surrogate pairs', () => {
    expect(quoteFilter('a\ud83d')).toBe('"a\ufffd"')
  })
})

describe('a filter', () => {
  test('has one fold, or both in Turkish', () => {
    expect(hasWord(foldText('Invest', 'en_US'))).toBe('(tok CONTAINS "invest")')
    expect(hasWord(foldText('IŞIK', 'tr_TR'))).toBe(
      '(tok CONTAINS "i\u{f015f}ik" OR tokTr CONTAINS "ı\u{f015f}ık")',
    )
    expect(beginsWith(foldText('a B', 'en_US'))).toBe('(text STARTS WITH "a\u{f0020}b")')
    expect(containsAll(foldText('a B', 'en_US'))).toBe('(text CONTAINS "a\u{f0020}b")')
  })

  test('limits the documents that can have a text of several words', () => {
    expect(mayContainAll(foldText('ow to in inv', 'en_US'))).toEqual([
      '(tok STARTS WITH "inv")',
      '(tok = "to")',
      '(tok = "in")',
      '(tok CONTAINS "ow")',
    ])
  })

  test('is absent where no document can match', () => {
    expect(hasWord(foldText('\u{f0041}', 'tr_TR'))).toBeUndefined()
    expect(hasWord(foldText('x'.repeat(469), 'en_US'))).toBeUndefined()
    expect(hasWord(foldText('x'.repeat(468), 'en_US'))).toBeDefined()
    expect(hasWord(foldText('', 'en_US'))).toBeUndefined()
  })

  test('counts bytes after the escape', () => {
    expect(toValue('й'.repeat(117))).toBeDefined()
    expect(toValue('й'.repeat(118))).toBeUndefined()
  })

  test('keeps the part that fits', () => {
    expect(hasWord({ plain: 'i', turkish: 'ı'.repeat(300) })).toBe('(tok CONTAINS "i")')
  })
})
