import { setTimeout as sleep } from 'node:timers/promises'
import { describe, expect, test } from 'vitest'
import { withDeadline } from './deadline.ts'
import { onBehalfOf } from './reader-under-way.ts'
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
  test('runs a limited number, queues a few, and refuses others at once [T10]', async () => {
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

  test('is left by work that fails as well', async () => {
    const room = build({ places: () => 1, maxWaiting: () => 0 })
    for (const round of [1, 2]) {
      await expect(room.enter(() => Promise.reject(new Error(`${round}`)))).rejects.toThrow(
        String(round),
      )
    }
    expect(await room.enter(async () => 'third')).toBe('third')
  })

  test('has fewer places while work is slow, and all of them when it is fast again', async () => {
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

  test('has a shorter queue while work is slow', async () => {
    const room = build({ places: () => 1, maxWaiting: () => 100, maxWaitMs: 50 })
    const { work, end } = hold()
    await room.enter(() => sleep(300))

    const next = room.enter(work('next'))
    await expect(room.enter(work('late'))).rejects.toMatchObject({ code: 'overloaded' })
    end('next')
    expect(await next).toBe('next')
  })

  test('is not waited for after the deadline', async () => {
    const room = build({ places: () => 1 })
    const { begun, work, end } = hold()
    const first = room.enter(work('first'))

    const late = withDeadline({ ms: 20, work: () => room.enter(work('late')) })
    await expect(late).rejects.toMatchObject({ code: 'unavailable' })

    end('first')
    await first
    expect(await room.enter(async () => 'another')).toBe('another')
    expect(begun).toEqual(['first'])
  })
})

describe('a room that several readers want', () => {
  test('has half of its places and of its queue for one of them at most [T10]', async () => {
    const room = build({ places: () => 2, maxWaiting: () => 4 })
    const { begun, work, end } = hold()
    const enter = (reader: string, name: string) => onBehalfOf(reader, () => room.enter(work(name)))
    const of = ['a1', 'a2', 'a3'].map((name) => enter('203.0.113.7', name))

    await expect(enter('203.0.113.7', 'a4')).rejects.toMatchObject({ code: 'overloaded' })
    of.push(...['b1', 'b2', 'b3'].map((name) => enter('203.0.113.8', name)))
    await expect(enter('203.0.113.9', 'c1')).rejects.toMatchObject({ code: 'overloaded' })

    for (const name of ['a1', 'a2', 'b1', 'a3', 'b2', 'b3']) end(name)
    await Promise.all(of)
    expect(begun).toEqual(['a1', 'a2', 'a3', 'b1', 'b2', 'b3'])
    expect(room.usage()).toEqual({ busy: 0, waiting: 0, refused: 2 })
  })

  test('has fifty of a hundred for one of them, and not fifty-one', async () => {
    const room = build({ places: () => 10, maxWaiting: () => 90 })
    const { work, end } = hold()
    const names = Array.from({ length: 50 }, (_, index) => `a${index}`)
    const enter = (name: string) => onBehalfOf('203.0.113.7', () => room.enter(work(name)))
    const all = names.map(enter)

    await expect(enter('one more')).rejects.toMatchObject({ code: 'overloaded' })
    for (const [at, name] of names.entries()) {
      end(name)
      expect(await all[at]).toBe(name)
    }
  })

  test('admits them in turns, and estimates their wait by their own queue', async () => {
    const room = build({ places: () => 1, maxWaiting: () => 20 })
    const { begun, work, end } = hold()
    const enter = (reader: string, name: string) => onBehalfOf(reader, () => room.enter(work(name)))
    const all = ['a1', 'a2', 'a3', 'a4'].map((name) => enter('203.0.113.7', name))
    all.push(enter('203.0.113.8', 'b1'), enter('203.0.113.9', 'c1'), enter('203.0.113.8', 'b2'))
    for (const name of ['a1', 'a2', 'b1', 'c1', 'a3', 'b2', 'a4']) end(name)
    await Promise.all(all)
    expect(begun).toEqual(['a1', 'a2', 'b1', 'c1', 'a3', 'b2', 'a4'])
  })
})
