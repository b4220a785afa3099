import { setImmediate } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { shareNext } from './share-next.ts'

function open() {
  const runs: PromiseWithResolvers<void>[] = []
  const ask = shareNext(() => {
    const run = Promise.withResolvers<void>()
    runs.push(run)
    return run.promise
  })
  return { runs, ask }
}

test('a call during a run shares the next run with all others', async () => {
  const { runs, ask } = open()
  const first = ask()
  await setImmediate()
  const others = [ask(), ask(), ask()]
  await setImmediate()
  expect(runs).toHaveLength(1)

  runs[0]?.resolve()
  await first
  await setImmediate()
  expect(runs).toHaveLength(2)
  runs[1]?.resolve()
  await Promise.all(others)
  expect(runs).toHaveLength(2)
})

test('a failure rejects the calls of its run only, and the next run starts', async () => {
  const { runs, ask } = open()
  const first = ask()
  await setImmediate()
  const second = ask()
  runs[0]?.reject(new Error('no space left on device'))
  await expect(first).rejects.toThrow('no space')

  await setImmediate()
  runs[1]?.resolve()
  await second
})
