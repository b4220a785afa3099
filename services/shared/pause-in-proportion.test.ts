import { setImmediate as turn } from 'node:timers/promises'
import { expect, test, vi } from 'vitest'
import { pauseInProportion } from './pause-in-proportion.ts'

const MINUTE_MS = 60_000
/** Any work takes longer than this fraction of the longest pause. */
const LONGEST = Number.MAX_VALUE

const works = async () => {
  await turn()
}
const fails = async () => {
  await turn()
  throw new Error('the disk is full')
}

test.each([
  ['succeeds', works],
  ['fails', fails],
])('work that %s is followed by a pause, which stopping ends', async (_, work) => {
  const stopping = new AbortController()
  const worked = vi.fn(work)
  const ended = vi.fn()
  const running = pauseInProportion(worked, LONGEST, MINUTE_MS)(stopping.signal)
  running.then(ended, ended)
  await Promise.allSettled([worked.mock.results[0]?.value])
  await turn()
  expect(ended).not.toHaveBeenCalled()

  stopping.abort()
  await Promise.allSettled([running])
  expect(ended).toHaveBeenCalledOnce()
})

test('a failure is reported after the pause', async () => {
  const { signal } = new AbortController()
  const failing = pauseInProportion(fails, 1, 0)(signal)
  await expect(failing).rejects.toThrow('the disk is full')
})
