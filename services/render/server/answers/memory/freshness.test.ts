import { describe, expect, test } from 'vitest'
import { decideFreshness } from './freshness.ts'

const NOW = 100_000
const NEVER = Number.NEGATIVE_INFINITY
/** An entry that was compared some milliseconds ago, with a store that has answered since. */
const compared = (ago: number) => ({
  checkedAt: NOW - ago,
  triedAt: NEVER,
  rightAt: NOW - ago,
  isCovered: false,
})

describe('an entry in memory', () => {
  test.for([
    [0, 'use', false],
    [999, 'use', false],
    [1_000, 'use and compare', true],
    [1_899, 'use and compare', true],
    [1_900, 'compare first', true],
  ] as const)(
    'that was compared %i ms ago, when changes may have been missed: %s',
    ([ago, decision, isLookDue]) => {
      expect(decideFreshness(compared(ago), NOW)).toEqual({ decision, isLookDue })
    },
  )

  test.for([
    [29_999, 0, 'use', false],
    [29_999, 999, 'use', false],
    [29_999, 1_000, 'use', true],
    [29_999, 1_899, 'use', true],
    [29_999, 1_900, 'compare first', true],
    [30_000, 0, 'use and compare', false],
    [30_000, 1_000, 'use and compare', true],
  ] as const)(
    'that was compared %i ms ago, with no change noted until %i ms ago: %s',
    ([ago, rightAgo, decision, isLookDue]) => {
      const times = { ...compared(ago), rightAt: NOW - rightAgo, isCovered: true }
      expect(decideFreshness(times, NOW)).toEqual({ decision, isLookDue })
    },
  )

  test('is used after a failure of the store as long as after a comparison', () => {
    const failed = (ago: number) => ({ ...compared(60_000), triedAt: NOW - ago })
    expect(decideFreshness(failed(999), NOW).decision).toBe('use')
    expect(decideFreshness(failed(1_000), NOW).decision).toBe('use and compare')
    expect(decideFreshness(failed(1_900), NOW).decision).toBe('compare first')

    const covered = { ...compared(60_000), triedAt: NOW - 29_999, rightAt: NOW, isCovered: true }
    expect(decideFreshness(covered, NOW).decision).toBe('use')
    expect(decideFreshness({ ...covered, triedAt: NOW - 30_000 }, NOW).decision).toBe(
      'use and compare',
    )
  })

  test('is compared first when it was invalidated, whether or not changes are noted', () => {
    const invalidated = { checkedAt: NEVER, triedAt: NEVER, rightAt: NEVER, isCovered: false }
    const decision = { decision: 'compare first', isLookDue: true }
    expect(decideFreshness(invalidated, NOW)).toEqual(decision)
    expect(decideFreshness({ ...invalidated, isCovered: true }, NOW)).toEqual(decision)
  })
})
