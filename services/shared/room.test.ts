import { setTimeout as sleep } from 'node:timers/promises'
import { describe, expect, test } from 'vitest'
import { inTime } from './deadline.ts'
import { createRoom, type RoomOptions } from './room.ts'

const build = (options: Partial<RoomOptions> = {}) =>
  createRoom({ places: () => 2, maxWaiting: () => 2, maxWaitMs: 60_000, ...options })

/** Tasks that end when they are told to, and the order in which they started. */
function hold() {
  const begun: string[] = []
  const ends = new Map<string, () => void>()
  const work = (name: string) => {
    const end = Promise.withResolvers<string>()
    ends.set(name, () => end.resolve(name))
    return () => {
      begun.push(name)
      return end.promise
    }
  }
  return { begun, work, end: (name: string) => ends.get(name)?.() }
}

describe('a room', () => {
  test('does so much at once, lets a few wait in turn, and sends others away at once', async () => {
    const room = build()
    const { begun, work, end } = hold()
    const entered = ['a', 'b', 'c', 'd'].map((name) => room.enter(work(name)))

    await expect(room.enter(work('e'))).rejects.toMatchObject({ code: 'overloaded' })

    expect(begun).toEqual(['a', 'b'])
    expect(room.usage()).toEqual({ busy: 2, waiting: 2, refused: 1 })
    for (const name of ['b', 'c', 'a', 'd']) {
      end(name)
      await entered[['a', 'b', 'c', 'd'].indexOf(name)]
    }
    expect(begun).toEqual(['a', 'b', 'c', 'd'])
    expect(room.usage()).toEqual({ busy: 0, waiting: 0, refused: 1 })
  })

  test('is left by what fails as well', async () => {
    const room = build({ places: () => 1, maxWaiting: () => 0 })
    for (const round of [1, 2]) {
      await expect(room.enter(() => Promise.reject(new Error(`${round}`)))).rejects.toThrow(
        String(round),
      )
    }
    expect(await room.enter(async () => 'third')).toBe('third')
  })

  test('has fewer places where works have become slow, and all of them when they are fast again', async () => {
    const room = build({ places: (usualMs) => (usualMs > 20 ? 1 : 2), maxWaiting: () => 0 })
    const { work, end } = hold()
    await room.enter(() => sleep(300))

    const next = room.enter(work('next'))
    await expect(room.enter(work('late'))).rejects.toMatchObject({ code: 'overloaded' })
    end('next')
    await next
    for (let round = 0; round < 50; round += 1) await room.enter(async () => {})

    const both = ['a', 'b'].map((name) => room.enter(work(name)))
    for (const name of ['a', 'b']) end(name)
    expect(await Promise.all(both)).toEqual(['a', 'b'])
  })

  test('has a line that is shorter where works have become slow', async () => {
    const room = build({ places: () => 1, maxWaiting: () => 100, maxWaitMs: 50 })
    const { work, end } = hold()
    await room.enter(() => sleep(300))

    const next = room.enter(work('next'))
    await expect(room.enter(work('late'))).rejects.toMatchObject({ code: 'overloaded' })
    end('next')
    expect(await next).toBe('next')
  })

  test('is not waited for any longer by those whose time is over', async () => {
    const room = build({ places: () => 1 })
    const { begun, work, end } = hold()
    const first = room.enter(work('first'))

    const late = inTime({ ms: 20, work: () => room.enter(work('late')) })
    await expect(late).rejects.toMatchObject({ code: 'unavailable' })

    end('first')
    await first
    expect(await room.enter(async () => 'another')).toBe('another')
    expect(begun).toEqual(['first'])
  })
})
