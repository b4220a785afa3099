import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import type { PageTarget } from './addresses.ts'
import { mayPrefetch } from './prefetch-gate.ts'
import { createPrefetchQueue } from './prefetch-queue.ts'

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
})

const to = (path: string): PageTarget => ({ path, search: '', hash: '' })

/** A queue whose fetches end at once unless a test delays them, in a browser that is always idle. */
function open({
  known = [] as string[],
  ends = (_path: string) => Promise.resolve<unknown>(0),
} = {}) {
  const fetched: string[] = []
  const surroundings = { isOpen: true }
  const queue = createPrefetchQueue({
    fetchPage({ path }) {
      fetched.push(path)
      return ends(path)
    },
    isKnown: ({ path }) => known.includes(path),
    mayPrefetch: () => surroundings.isOpen,
    whenIdle: (callback) => callback(),
  })
  return { queue, fetched, surroundings, pass: (ms: number) => vi.advanceTimersByTimeAsync(ms) }
}

describe('pages without a click [M-413, C55]', () => {
  const userAgent = 'Mozilla/5.0 (Linux; Android 14)'

  test.each([
    { connection: { effectiveType: '2g' } },
    { connection: { effectiveType: 'slow-2g' } },
    { connection: { effectiveType: '4g', saveData: true } },
    { userAgent: 'Mozilla/5.0 (compatible; Googlebot/2.1)' },
    { userAgent: 'SomeCrawler/1.0' },
    { userAgent: 'Baiduspider' },
    { isHidden: true },
  ])('are not fetched for %o', (surroundings) => {
    expect(mayPrefetch({ userAgent, isHidden: false, ...surroundings })).toBe(false)
  })

  test.each([
    {},
    { connection: {} },
    { connection: { effectiveType: '3g' } },
    { connection: { effectiveType: '4g', saveData: false } },
    { userAgent: 'Mozilla/5.0 (Linux; Android 9; CUBOT X20) Chrome/120' },
  ])('are fetched for %o', (surroundings) => {
    expect(mayPrefetch({ userAgent, isHidden: false, ...surroundings })).toBe(true)
  })
})

describe('links in view', () => {
  const six = ['/1', '/2', '/3', '/4', '/5', '/6']

  test('wait three seconds, then four at a time, three seconds apart [M-412, M-904, C56]', async () => {
    const { queue, fetched, pass } = open()
    for (const path of six) queue.add(to(path))
    await pass(2_999)
    expect(fetched).toEqual([])
    await pass(1)
    expect(fetched).toEqual(six.slice(0, 4))
    await pass(2_999)
    expect(fetched).toHaveLength(4)
    await pass(1)
    expect(fetched).toEqual(six)
  })

  test('the next batch waits for the last of the one before [C56]', async () => {
    const { queue, fetched, pass } = open({
      ends: (path) => new Promise((end) => setTimeout(end, path === '/2' ? 2_000 : 0)),
    })
    for (const path of six) queue.add(to(path))
    await pass(3_000 + 2_000 + 2_999)
    expect(fetched).toHaveLength(4)
    await pass(1)
    expect(fetched).toHaveLength(6)
  })

  test('one that never ends delays the others for five seconds [C57]', async () => {
    const { queue, fetched, pass } = open({ ends: () => new Promise(() => {}) })
    for (const path of six) queue.add(to(path))
    await pass(3_000 + 5_000 + 2_999)
    expect(fetched).toEqual(six.slice(0, 4))
    await pass(1)
    expect(fetched).toEqual(six)
  })

  test('one that leaves the view before its turn is not fetched [C58]', async () => {
    const { queue, fetched, pass } = open()
    const leave = queue.add(to('/1'))
    queue.add(to('/2'))
    leave()
    await pass(3_000)
    expect(fetched).toEqual(['/2'])
    leave()
  })

  test('two links to a page cause one fetch, and either may leave the view [C59]', async () => {
    const { queue, fetched, pass } = open({ known: ['/shown'] })
    const leave = queue.add(to('/1'))
    queue.add(to('/1'))
    queue.add(to('/shown'))
    leave()
    await pass(3_000)
    expect(fetched).toEqual(['/1'])
    queue.add(to('/1'))
    await pass(3_000)
    expect(fetched).toEqual(['/1'])
  })

  test('are dropped when another page is shown', async () => {
    const { queue, fetched, pass } = open()
    queue.add(to('/1'))
    queue.startView()
    await pass(6_000)
    expect(fetched).toEqual([])
  })

  test('are fetched up to a budget, new for every view [C63]', async () => {
    const { queue, fetched, pass } = open()
    const many = Array.from({ length: 60 }, (_, index) => `/${index}`)
    for (const path of many) queue.add(to(path))
    await pass(300_000)
    expect(fetched).toHaveLength(20)
    queue.startView()
    queue.add(to('/more'))
    await pass(3_000)
    expect(fetched).toHaveLength(21)
  })

  test('are checked again before they are fetched', async () => {
    const { queue, fetched, surroundings, pass } = open()
    queue.add(to('/1'))
    surroundings.isOpen = false
    await pass(3_000)
    expect(fetched).toEqual([])
  })
})

test('a link under the pointer is fetched at once, where prefetching is allowed [C62]', async () => {
  const { queue, fetched, surroundings } = open({ known: ['/shown'] })
  queue.fetchNow(to('/1'))
  queue.fetchNow(to('/1'))
  queue.fetchNow(to('/shown'))
  surroundings.isOpen = false
  queue.fetchNow(to('/2'))
  expect(fetched).toEqual(['/1'])
})
