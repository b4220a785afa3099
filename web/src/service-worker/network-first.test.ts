import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { networkFirst } from './network-first.ts'

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
})

const kept = async () => new Response('kept')
const nothing = async () => undefined
const textOf = async (answer: Promise<Response>) => (await answer).text()
const answerAfter = (milliseconds: number, response: Response) =>
  new Promise<Response>((resolve) => setTimeout(resolve, milliseconds, response))

test.each([200, 301, 404, 410])('an answer %i in time is given', async (status) => {
  const asked = answerAfter(2_999, new Response('new', { status }))
  const answer = networkFirst(asked, kept)
  await vi.advanceTimersByTimeAsync(2_999)
  expect((await answer).status).toBe(status)
  expect(await textOf(answer)).toBe('new')
})

test('what is kept is given when the answer is late, or says that the server failed', async () => {
  const late = networkFirst(answerAfter(3_001, new Response('new')), kept)
  await vi.advanceTimersByTimeAsync(3_000)
  expect(await textOf(late)).toBe('kept')
  const failed = networkFirst(Promise.resolve(new Response('no', { status: 503 })), kept)
  expect(await textOf(failed)).toBe('kept')
  expect(await textOf(networkFirst(Promise.reject(new TypeError('no network')), kept))).toBe('kept')
})

test('without anything kept it is the server that answers, however late and whatever', async () => {
  const late = networkFirst(answerAfter(60_000, new Response('new')), nothing)
  await vi.advanceTimersByTimeAsync(60_000)
  expect(await textOf(late)).toBe('new')
  const failed = networkFirst(Promise.resolve(new Response('no', { status: 503 })), nothing)
  expect((await failed).status).toBe(503)
  const away = networkFirst(Promise.reject(new TypeError('no network')), nothing)
  await expect(away).rejects.toThrow('no network')
})
