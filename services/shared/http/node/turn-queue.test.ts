import { expect, test } from 'vitest'
import { createTurnQueue } from './turn-queue.ts'

test('starts all in order, and lets other work run in between', async () => {
  const lineUp = createTurnQueue()
  const begun: number[] = []
  let turns = 0
  const { promise, resolve } = Promise.withResolvers<void>()
  for (let place = 0; place < 100; place += 1) {
    lineUp(() => {
      for (const end = performance.now() + 1; performance.now() < end; );
      begun.push(place)
      if (place === 99) resolve()
    })
  }
  expect(begun).toEqual([])
  const look = () => {
    turns += 1
    if (begun.length < 100) setImmediate(look)
  }
  setImmediate(look)

  await promise
  expect(begun).toEqual(Array.from({ length: 100 }, (_, place) => place))
  // A hundred milliseconds of work, three in each turn of the event loop.
  expect(turns).toBeGreaterThan(25)

  lineUp(() => begun.push(100))
  await new Promise(setImmediate)
  expect(begun).toHaveLength(101)
})
