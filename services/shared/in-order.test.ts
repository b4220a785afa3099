import { setImmediate as nextTurn, setTimeout as sleep } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { inOrder, inParts } from './in-order.ts'

async function collect<Item>(items: AsyncIterable<Item>): Promise<Item[]> {
  const all: Item[] = []
  for await (const item of items) all.push(item)
  return all
}

async function* numbers(count: number) {
  for (let number = 0; number < count; number += 1) {
    await nextTurn()
    yield number
  }
}

test('works on some items at the same time and gives the results in their order', async () => {
  let [running, most] = [0, 0]
  const work = async (number: number) => {
    running += 1
    most = Math.max(most, running)
    await sleep((10 - number) * 3)
    running -= 1
    return number * 2
  }
  expect(await collect(inOrder(numbers(10), 3, work))).toEqual(
    Array.from({ length: 10 }, (_, number) => number * 2),
  )
  expect(most).toBe(3)
})

test('fails with the first failed item, when no work is in flight any more', async () => {
  let begun = 0
  const ended: number[] = []
  const work = async (number: number) => {
    begun += 1
    if (number === 1) throw new Error('one')
    await sleep(20)
    ended.push(number)
  }
  await expect(collect(inOrder(numbers(9), 3, work))).rejects.toThrow('one')
  const before = [...ended]
  await sleep(60)
  expect(ended).toEqual(before)
  expect(ended).toContain(2)
  expect(begun).toBeLessThan(9)
})

test('returns nothing for no items', async () => {
  expect(await collect(inOrder(numbers(0), 3, async () => 1))).toEqual([])
})

test('after an early stop later failures are ignored', async () => {
  const work = async (number: number) => {
    if (number > 0) throw new Error('It cannot be done')
    return number
  }
  for await (const result of inOrder([0, 1, 2], 3, work)) {
    expect(result).toBe(0)
    break
  }
})

test('chunks have all items in order', () => {
  expect([...inParts([1, 2, 3, 4, 5], 2)]).toEqual([[1, 2], [3, 4], [5]])
  expect([...inParts([], 2)]).toEqual([])
})
