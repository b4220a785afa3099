import { describe, expect, test } from 'vitest'
import { within } from './within.ts'

describe('within', () => {
  test('says whether the work ended in time', async () => {
    expect(await within(1_000, Promise.resolve('done'))).toBe(true)
    expect(await within(5, new Promise(() => {}))).toBe(false)
  })

  test('throws what the work throws', async () => {
    await expect(within(1_000, Promise.reject(new Error('broken')))).rejects.toThrow('broken')
  })
})
