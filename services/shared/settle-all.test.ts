import { setTimeout as sleep } from 'node:timers/promises'
import { describe, expect, test } from 'vitest'
import { settleAll } from './settle-all.ts'

describe('settleAll', () => {
  test('returns the results in order', async () => {
    const late = sleep(5).then(() => 'late')

    expect(await settleAll([late, Promise.resolve(2), false])).toEqual(['late', 2, false])
  })

  test('throws the first failure when all have settled', async () => {
    let ended = false
    const late = sleep(5).then(() => {
      ended = true
    })
    const failing = Promise.reject(new Error('one'))

    await expect(settleAll([late, failing, Promise.reject(new Error('two'))])).rejects.toThrow(
      'one',
    )
    expect(ended).toBe(true)
  })

  test('throws the failure that came first in time', async () => {
    const late = sleep(5).then(() => Promise.reject(new Error('late')))

    await expect(settleAll([late, Promise.reject(new Error('early'))])).rejects.toThrow('early')
  })
})
