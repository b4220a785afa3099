import { setTimeout as sleep } from 'node:timers/promises'
import { describe, expect, test } from 'vitest'
import { deadlineUnderWay, withDeadline, withoutDeadline } from './deadline.ts'

const never = () => new Promise<never>(() => {})

describe('work with a deadline', () => {
  test('returns what the work returns, and throws what it throws', async () => {
    expect(await withDeadline({ ms: 10_000, work: async () => 'done' })).toBe('done')
    const broken = withDeadline({ ms: 10_000, work: () => Promise.reject(new Error('broken')) })
    await expect(broken).rejects.toThrow('broken')
    expect(deadlineUnderWay()).toBeUndefined()
  })

  test('is aborted at the deadline, through its signal', async () => {
    let reason: unknown
    const work = async () => {
      await sleep(0)
      deadlineUnderWay()?.signal.addEventListener('abort', ({ target }) => {
        reason = Reflect.get(Object(target), 'reason')
      })
      return never()
    }
    await expect(withDeadline({ ms: 20, work })).rejects.toMatchObject({ code: 'unavailable' })
    expect(reason).toMatchObject({ code: 'unavailable' })
  })

  test('has no more time than is left for the work around it', async () => {
    const inner = () =>
      withDeadline({ ms: 60_000, work: async () => deadlineUnderWay()?.msLeft() ?? Number.NaN })
    expect(await withDeadline({ ms: 5_000, work: inner })).toBeLessThanOrEqual(5_000)
    await expect(
      withDeadline({ ms: 20, work: () => withDeadline({ ms: 60_000, work: never }) }),
    ).rejects.toMatchObject({ code: 'unavailable' })
  })

  test('gets more time while it makes progress, up to a limit', async () => {
    const begunAt = performance.now()
    const work = async () => {
      for (;;) {
        await sleep(10)
        deadlineUnderWay()?.extend()
      }
    }
    const timed = withDeadline({
      ms: 200,
      longestMs: 600,
      work: () => Promise.race([work(), never()]),
    })
    await expect(timed).rejects.toMatchObject({ code: 'unavailable' })
    expect(performance.now() - begunAt).toBeGreaterThanOrEqual(590)
  })

  test('continues while an answer is being received', async () => {
    const work = async () => {
      await sleep(60)
      return deadlineUnderWay()?.signal.aborted
    }
    expect(await withDeadline({ ms: 10, work, isAnswered: () => true })).toBe(false)
  })

  test('may drop the deadline', async () => {
    const left = await withDeadline({
      ms: 10_000,
      work: async () => withoutDeadline(async () => deadlineUnderWay()),
    })
    expect(left).toBeUndefined()
  })
})
