import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { networkFirst } from './network-first.ts'

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
})

const cached = async () => new Response('cached')
const nothing = async () => undefined
const textOf = async (answer: Promise<Response>) => (await answer).text()
const answerAfter = (milliseconds: number, response: Response) =>
  new Promise<Response>((resolve) => setTimeout(resolve, milliseconds, response))

test.each([200, 301, 404, 410])('the answer %i is used when it comes in time', async (status) => {
  const asked = answerAfter(2_999, new Response('new', { status }))
  const answer = networkFirst(asked, cached)
  await vi.advanceTimersByTimeAsync(2_999)
  expect((await answer).status).toBe(status)
  expect(await textOf(answer)).toBe('new')
})

test('the cached answer is used when the server is late or fails', async () => {
  const late = networkFirst(answerAfter(3_001, new Response('new')), cached)
  await vi.advanceTimersByTimeAsync(3_000)
  expect(await textOf(late)).toBe('cached')
  const failed = networkFirst(Promise.resolve(new Response('no', { status: 503 })), cached)
  expect(await textOf(failed)).toBe('cached')
  expect(await textOf(networkFirst(Promise.reject(new TypeError('no network')), cached))).toBe(
    'cached',
  )
})

test('without a cached answer, every answer of the server is used, however late', async () => {
  const late = networkFirst(answerAfter(60_000, new Response('new')), nothing)
  await vi.advanceTimersByTimeAsync(60_000)
  expect(await textOf(late)).toBe('new')
  const failed = networkFirst(Promise.resolve(new Response('no', { status: 503 })), nothing)
  expect((await failed).status).toBe(503)
  const away = networkFirst(Promise.reject(new TypeError('no network')), nothing)
  await expect(away).rejects.toThrow('no network')
})
