import { setTimeout as sleep } from 'node:timers/promises'
import { describe, expect, test } from 'vitest'
import { deadlineUnderWay, inTime, withoutDeadline } from './deadline.ts'

const never = () => new Promise<never>(() => {})

describe('work in time', () => {
  test('gives what it gives, and throws what it throws', async () => {
    expect(await inTime({ ms: 10_000, work: async () => 'done' })).toBe('done')
    const broken = inTime({ ms: 10_000, work: () => Promise.reject(new Error('broken')) })
    await expect(broken).rejects.toThrow('broken')
    expect(deadlineUnderWay()).toBeUndefined()
  })

  test('ends with its time, and tells whoever works on it', async () => {
    let reason: unknown
    const work = async () => {
      await sleep(0)
      deadlineUnderWay()?.signal.addEventListener('abort', ({ target }) => {
        reason = Reflect.get(Object(target), 'reason')
      })
      return never()
    }
    await expect(inTime({ ms: 20, work })).rejects.toMatchObject({ code: 'unavailable' })
    expect(reason).toMatchObject({ code: 'unavailable' })
  })

  test('has no more time than the work around it has left', async () => {
    const inner = () =>
      inTime({ ms: 60_000, work: async () => deadlineUnderWay()?.msLeft() ?? Number.NaN })
    expect(await inTime({ ms: 5_000, work: inner })).toBeLessThanOrEqual(5_000)
    await expect(
      inTime({ ms: 20, work: () => inTime({ ms: 60_000, work: never }) }),
    ).rejects.toMatchObject({ code: 'unavailable' })
  })

  test('has more time while something is heard of it, but not for ever', async () => {
    const begunAt = performance.now()
    const work = async () => {
      for (;;) {
        await sleep(10)
        deadlineUnderWay()?.heard()
      }
    }
    const timed = inTime({ ms: 200, longestMs: 600, work: () => Promise.race([work(), never()]) })
    await expect(timed).rejects.toMatchObject({ code: 'unavailable' })
    expect(performance.now() - begunAt).toBeGreaterThanOrEqual(590)
  })

  test('goes on where an answer is on its way', async () => {
    const work = async () => {
      await sleep(60)
      return deadlineUnderWay()?.signal.aborted
    }
    expect(await inTime({ ms: 10, work, isAnswered: () => true })).toBe(false)
  })

  test('may leave the deadline behind', async () => {
    const left = await inTime({
      ms: 10_000,
      work: async () => withoutDeadline(async () => deadlineUnderWay()),
    })
    expect(left).toBeUndefined()
  })
})
