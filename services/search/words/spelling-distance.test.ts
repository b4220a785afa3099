import fc from 'fast-check'
import { expect, test } from 'vitest'
import { lettersOf, mayBeNear, spellingDistance } from './spelling-distance.ts'

test.each([
  ['volatility', 'volatility', 0],
  ['volatility', 'volatelity', 1],
  ['volatility', 'volatilty', 1],
  ['volatility', 'vollatility', 1],
  ['volatility', 'voaltility', 1],
  ['volatility', 'votality', 3],
  ['bond', '', 4],
  ['', '', 0],
])('from %j to %j it is %i', (one, other, mistakes) => {
  expect(spellingDistance(one, other, 9)).toBe(mistakes)
})

test('it is symmetric, and the computation stops at its limit', () => {
  const word = fc.string({ unit: fc.constantFrom('a', 'b', 'c'), maxLength: 8 })
  fc.assert(
    fc.property(word, word, fc.nat(8), (one, other, most) => {
      const distance = spellingDistance(one, other, 9)
      expect(spellingDistance(other, one, 9)).toBe(distance)
      expect(spellingDistance(one, other, most)).toBe(Math.min(distance, most + 1))
      if (distance <= most) expect(mayBeNear(lettersOf(one), lettersOf(other), most)).toBe(true)
    }),
  )
})

test('words with other letters are rejected without the computation', () => {
  expect(mayBeNear(lettersOf('zzzzqq'), lettersOf('volatility'), 3)).toBe(false)
})
