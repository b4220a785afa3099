import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createScriptCache } from './script-cache.ts'

const URLS = [1, 2, 3, 4, 5].map((number) => `https://scripts.example/${number}.js`)
const [FIRST = '', ...OTHERS] = URLS
const all = () => true

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
})

/** A fetcher that answers when the test resolves it. */
function createFetcher() {
  const waiting: { url: string; answer(text: string): void; fail(error: Error): void }[] = []
  const load = createScriptCache(
    (url) =>
      new Promise((answer, fail) => {
        waiting.push({ url, answer, fail })
      }),
  )
  return { waiting, load: async (url: string) => (await load(url, all)).bytes.identity.toString() }
}

test('a script is fetched once for all requests, and again after five minutes', async () => {
  const { waiting, load } = createFetcher()
  const loads = [load(FIRST), load(FIRST)]
  expect(waiting).toHaveLength(1)
  waiting[0]?.answer('old')
  expect(await Promise.all(loads)).toEqual(['old', 'old'])

  vi.advanceTimersByTime(5 * 60_000)
  expect(await load(FIRST)).toBe('old')
  vi.advanceTimersByTime(1)
  const again = load(FIRST)
  waiting[1]?.answer('new')
  expect(await again).toBe('new')
})

test('a failure is not cached', async () => {
  const { waiting, load } = createFetcher()
  const failing = load(FIRST)
  waiting[0]?.fail(new Error('away'))
  await expect(failing).rejects.toThrow('away')
  const again = load(FIRST)
  waiting[1]?.answer('there')
  expect(await again).toBe('there')
})

test('at most four are fetched at a time', async () => {
  const { waiting, load } = createFetcher()
  const loads = OTHERS.map(load)
  await expect(load(FIRST)).rejects.toMatchObject({ code: 'unavailable' })
  for (const { answer } of waiting) answer('x')
  await Promise.all(loads)
  const now = load(FIRST)
  waiting.at(-1)?.answer('first')
  expect(await now).toBe('first')
  expect(waiting.map(({ url }) => url)).toEqual([...OTHERS, FIRST])
})
