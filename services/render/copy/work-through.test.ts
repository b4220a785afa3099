import { setImmediate as nextTurn } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { workThrough } from './work-through.ts'

async function* numbers(count: number) {
  for (let number = 0; number < count; number += 1) yield number
}

test('all items are worked on, so many at a time', async () => {
  const done: number[] = []
  let running = 0
  let most = 0
  await workThrough(numbers(20), 3, async (number) => {
    running += 1
    most = Math.max(most, running)
    await nextTurn()
    done.push(number)
    running -= 1
  })
  expect(done.sort((a, b) => a - b)).toEqual(Array.from({ length: 20 }, (_, at) => at))
  expect(most).toBe(3)
})

test('no item is taken after a failure, which is thrown', async () => {
  let begun = 0
  const work = workThrough(numbers(100), 2, async (number) => {
    begun += 1
    if (number === 3) throw new Error('no more')
  })
  await expect(work).rejects.toThrow('no more')
  expect(begun).toBeLessThan(8)
})
