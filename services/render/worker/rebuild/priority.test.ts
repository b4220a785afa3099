import { setImmediate } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { createPriority } from './priority.ts'

test('other work waits until the first is settled', async () => {
  const { withPriority, giveWay } = createPriority(10_000)
  await giveWay()
  const done: string[] = []
  const good = Promise.withResolvers<string>()
  const bad = Promise.withResolvers<string>()
  const results = Promise.allSettled([
    withPriority(() => good.promise),
    withPriority(() => bad.promise),
  ])

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

test('other work waits for a limited time', async () => {
  const { withPriority, giveWay } = createPriority(20)
  withPriority(() => new Promise(() => {}))
  let isOver = false
  const waiting = giveWay().then(() => {
    isOver = true
  })

  await setImmediate()
  expect(isOver).toBe(false)
  await waiting
})
