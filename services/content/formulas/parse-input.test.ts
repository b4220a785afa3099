import { expect, test } from 'vitest'
import { parseInput } from './parse-input.ts'

test.each([
  ['price, 50000 to 2000000 by 5000', ['price', 50_000, 2_000_000, 5_000]],
  ['rate, 0% to 15% by 0.125%', ['rate', 0, 0.15, 0.001_25]],
  ['ставка, -5 to 5', ['ставка', -5, 5, undefined]],
] as const)('%j has a name, limits and perhaps a step', (definition, [name, least, most, step]) => {
  expect(parseInput(definition)).toEqual({ name, fact: undefined, limits: { least, most, step } })
})

test('a value may be a fact, which readers may change within limits', () => {
  const input = { name: 'rate', fact: 'key-rate@2025', limits: undefined }
  expect(parseInput('rate, fact key-rate@2025')).toEqual(input)
  const limits = { least: 0, most: 0.3, step: 0.0025 }
  expect(parseInput('rate, fact key-rate@2025, 0% to 30% by 0.25%')).toEqual({ ...input, limits })
})

test.each([
  ['price', 'is not understood'],
  ['price, fact', 'is not understood'],
  ['price, fact a b', 'is not understood'],
  ['price, 1 to 2, fact a', 'is not understood'],
  ['price, fact a, 2 to 1', 'has a least value that is not below its most'],
  ['Price, 1 to 2', 'has the name "Price"'],
  ['price, 2 to 2', 'has a least value that is not below its most'],
  ['price, 1 to 2 by 3', 'has a step that leads nowhere'],
])('%j is refused', (definition, message) => {
  expect(() => parseInput(definition)).toThrow(message)
})
