import { expect, test } from 'vitest'
import { createDice } from '../../../../tests/support/content/dice.ts'
import { HOSTILE_LETTERS } from '../../../../tests/support/hostile/hostile-letters.ts'
import { toVocabulary, wordAt, wordsContaining } from './vocabulary.ts'

/** Distinct words without blanks, from few letters, so that combinations are frequent. */
function makeWords(count: number): string[] {
  const dice = createDice(11)
  const letters = [...HOSTILE_LETTERS.filter((letter) => !letter.includes(' ')), ...'abcdefg']
  const words = new Set<string>()
  while (words.size < count) {
    words.add(Array.from({ length: 1 + dice.below(9) }, () => dice.oneOf(letters)).join(''))
  }
  return [...words]
}

test.each([10, 9_000])('among %i words finds those that contain the part', (count) => {
  const dice = createDice(12)
  const words = makeWords(count)
  const vocabulary = toVocabulary(words)
  expect(vocabulary.grams === undefined).toBe(count === 10)

  const bounded = words.map((word) => ` ${word} `)
  for (let round = 0; round < 400; round++) {
    const from = dice.oneOf(bounded)
    const start = dice.below(from.length - 1)
    const part = from.slice(start, start + 1 + dice.below(from.length - start))
    if (part.trim() === '') continue
    const expected = bounded.flatMap((word, number) => (word.includes(part) ? [number] : []))
    expect(wordsContaining(vocabulary, part), JSON.stringify(part)).toEqual(expected)
  }
  expect(wordsContaining(vocabulary, 'no word holds this')).toEqual([])
})

test('reads back each word as it was given, the empty one too', () => {
  const words = ['bond', '', 'a\u00a0b', 'счёт']
  const vocabulary = toVocabulary(words)
  expect(words.map((_, number) => wordAt(vocabulary, number))).toEqual(words)
})
