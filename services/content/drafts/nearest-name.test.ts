import { describe, expect, test } from 'vitest'
import { nearestName } from './nearest-name.ts'

const AUTHORS = ['Eleanor Whitcombe', 'Marcus Adeyemi', 'Mei Lin Zhou']

describe('nearestName', () => {
  test.each([
    ['Elenor Whitcombe', 'Eleanor Whitcombe'],
    ['marcus adeyemi', 'Marcus Adeyemi'],
    ['Mei-Lin Zhou', 'Mei Lin Zhou'],
    ['Mei Lin', undefined],
    ['John Smith', undefined],
    ['', undefined],
  ])('of %s is %s', (name, nearest) => {
    expect(nearestName(name, AUTHORS)).toBe(nearest)
  })

  test('is the one with the fewest edits, and of equals the first', () => {
    expect(nearestName('stocks', ['rocks', 'stock', 'stacks'])).toBe('stock')
    expect(nearestName('bonds', ['bond', 'bonus'])).toBe('bond')
    expect(nearestName('etf', ['etd', 'etg'])).toBe('etd')
  })

  test('is none where no name is known', () => {
    expect(nearestName('Eleanor Whitcombe', [])).toBeUndefined()
  })

  test('does not suggest an unrelated short name', () => {
    expect(nearestName('ab', ['xy'])).toBeUndefined()
  })
})
