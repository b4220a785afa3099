import { expect, test } from 'vitest'
import { inTurns } from './in-turns.ts'

test('so many works run at a time, in the order in which they came, whatever becomes of them', async () => {
  const started: number[] = []
  let running = 0
  let most = 0
  const turn = inTurns(3)

  const ends = await Promise.allSettled(
    Array.from({ length: 50 }, (_, at) =>
      turn(async () => {
        started.push(at)
        running += 1
        most = Math.max(most, running)
        for (let tick = 0; tick < at % 4; tick += 1) await Promise.resolve()
        running -= 1
        if (at % 5 === 0) throw new Error('it failed')
        return at
      }),
    ),
  )

  expect(most).toBe(3)
  expect(started).toEqual(started.toSorted((one, other) => one - other))
  expect(ends.filter(({ status }) => status === 'rejected')).toHaveLength(10)
  expect(await turn(async () => 'again')).toBe('again')
})
