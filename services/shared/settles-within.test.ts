import { describe, expect, test } from 'vitest'
import { settlesWithin } from './settles-within.ts'

describe('within', () => {
  test('returns whether the work settled in time', async () => {
    expect(await settlesWithin(1_000, Promise.resolve('done'))).toBe(true)
    expect(await settlesWithin(5, new Promise(() => {}))).toBe(false)
  })

  test('throws what the work throws', async () => {
    await expect(settlesWithin(1_000, Promise.reject(new Error('broken')))).rejects.toThrow(
      'broken',
    )
  })
})
