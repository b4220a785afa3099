import { expect, test } from 'vitest'
import { freeWithdrawals } from './bound-withdrawals.ts'

test.for([
  [0, 5],
  [81, 5],
  [299, 5],
  [300, 6],
  [349, 6],
  [1_000_000, 20_000],
] as const)('of %i published articles an import may withdraw %i', ([published, free]) => {
  expect(freeWithdrawals(published)).toBe(free)
})
