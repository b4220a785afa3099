import { setTimeout as sleep } from 'node:timers/promises'
import { describe, expect, test } from 'vitest'
import { settleAll } from './settle-all.ts'

describe('settleAll', () => {
  test('gives what each gives, in their order', async () => {
    const late = sleep(5).then(() => 'late')

    expect(await settleAll([late, Promise.resolve(2), false])).toEqual(['late', 2, false])
  })

  test('throws the first failure when all have ended', async () => {
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

  test('takes for the first failure the one that came first', async () => {
    const late = sleep(5).then(() => Promise.reject(new Error('late')))

    await expect(settleAll([late, Promise.reject(new Error('early'))])).rejects.toThrow('early')
  })
})
