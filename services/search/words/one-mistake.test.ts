import { describe, expect, test } from 'vitest'
import { isOneMistakeFrom, mayBeMistyped, withSwappedLetters } from './one-mistake.ts'

describe('one mistake', () => {
  test.each([
    ['another letter', 'insurence', 'insurance'],
    ['one too few', 'morgage', 'mortgage'],
    ['one too few at the beginning', 'nvest', 'invest'],
    ['one too many', 'invesst', 'invest'],
    ['two swapped', 'yeild', 'yield'],
    ['one before an ending', 'dividnd', 'dividends'],
    ['the last letter before a long ending', 'diversify', 'diversification'],
    ['Cyrillic letters', 'инфляцыя', 'инфляция'],
  ])('is %s', (_name, typed, word) => {
    expect(isOneMistakeFrom(typed, word)).toBe(true)
  })

  test.each([
    ['two mistakes', 'morgige', 'mortgage'],
    ['the last letter of a short word that goes on', 'chart', 'charity'],
    ['nothing alike', 'bitcoin', 'dividend'],
  ])('is not %s', (_name, typed, word) => {
    expect(isOneMistakeFrom(typed, word)).toBe(false)
  })

  test('in four letters is two that are swapped', () => {
    expect(withSwappedLetters('bnod')).toEqual(['nbod', 'bond', 'bndo'])
    expect(mayBeMistyped('500a')).toBe(false)
    expect(withSwappedLetters('abc')).toEqual([])
  })
})
