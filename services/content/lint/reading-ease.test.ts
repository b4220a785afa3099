import { describe, expect, test } from 'vitest'
import { readingEase } from './reading-ease.ts'

const times = (sentence: string, count: number) => [Array(count).fill(sentence).join(' ')]

describe('reading ease', () => {
  test('follows the formula of each language', () => {
    // Six words and six syllables per sentence: 206.835 - 1.015 * 6 - 84.6 * 1.
    expect(readingEase(times('The cat sat on the mat.', 20), 'en_US')).toBeCloseTo(116.145)
    // Three words, seven syllables: 206.835 - 1.3 * 3 - 60.1 * 7 / 3.
    expect(readingEase(times('Мама мыла раму.', 40), 'ru_RU')).toBeCloseTo(82.735)
    // Three words, seven syllables: 198.825 - 2.61 * 3 - 40.175 * 7 / 3.
    expect(readingEase(times('Ali ata bakıyor.', 40), 'tr_TR')).toBeCloseTo(97.253, 2)
  })

  test('does not end a sentence inside a number, and ends one with its paragraph', () => {
    const plain = readingEase(times('It pays five percent each year.', 30), 'en_US')
    const numbers = readingEase(times('It pays five 5.12 percent each year.', 30), 'en_US')
    expect(numbers).toBeCloseTo(plain ?? Number.NaN)
    const points = Array(30).fill('It pays five percent each year')
    expect(readingEase(points, 'en_US')).toBeCloseTo(plain ?? Number.NaN)
  })

  test('is not computed for a text that is too short', () => {
    expect(readingEase(['A few words.'], 'en_US')).toBeUndefined()
    expect(readingEase([], 'en_US')).toBeUndefined()
  })
})
