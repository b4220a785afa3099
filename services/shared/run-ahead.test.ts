import { expect, test } from 'vitest'
import { inParts, runAhead } from './run-ahead.ts'

test('results come in order, and only some are worked on ahead', async () => {
  let begun = 0
  let most = 0
  let taken = 0
  const results: number[] = []
  const work = async (item: number) => {
    begun++
    most = Math.max(most, begun - taken)
    await new Promise((resolve) => setTimeout(resolve, item % 2))
    return item
  }
  for await (const result of runAhead([1, 2, 3, 4, 5, 6, 7], 3, work)) {
    results.push(result)
    taken++
  }
  expect(results).toEqual([1, 2, 3, 4, 5, 6, 7])
  expect(most).toBe(3)
})

test('a failure comes in its turn', async () => {
  const results: number[] = []
  const take = async () => {
    const work = async (item: number) => {
      if (item === 2) throw new Error('It cannot be done')
      return item
    }
    for await (const result of runAhead([1, 2, 3], 2, work)) results.push(result)
  }
  await expect(take()).rejects.toThrow('It cannot be done')
  expect(results).toEqual([1])
})

test('whoever stops early hears nothing of what fails later', async () => {
  const work = async (item: number) => {
    if (item > 1) throw new Error('It cannot be done')
    return item
  }
  for await (const result of runAhead([1, 2, 3], 3, work)) {
    expect(result).toBe(1)
    break
  }
})

test('parts have all items in order', () => {
  expect([...inParts([1, 2, 3, 4, 5], 2)]).toEqual([[1, 2], [3, 4], [5]])
  expect([...inParts([], 2)]).toEqual([])
})
