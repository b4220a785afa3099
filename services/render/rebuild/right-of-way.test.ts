import { setImmediate } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { createRightOfWay } from './right-of-way.ts'

test('others wait until the first work is done, however it ends', async () => {
  const { first, giveWay } = createRightOfWay(10_000)
  await giveWay()
  const done: string[] = []
  const good = Promise.withResolvers<string>()
  const bad = Promise.withResolvers<string>()
  const results = Promise.allSettled([first(() => good.promise), first(() => bad.promise)])

  const waiting = giveWay().then(() => done.push('others'))
  good.resolve('made')
  await setImmediate()
  expect(done).toEqual([])
  bad.reject(new Error('no space left'))
  await waiting

  expect(done).toEqual(['others'])
  expect(await results).toMatchObject([{ value: 'made' }, { reason: { message: 'no space left' } }])
  await giveWay()
})

test('others lose their patience with work that does not end', async () => {
  const { first, giveWay } = createRightOfWay(20)
  first(() => new Promise(() => {}))
  let isOver = false
  const waiting = giveWay().then(() => {
    isOver = true
  })

  await setImmediate()
  expect(isOver).toBe(false)
  await waiting
})
