import { setImmediate as nextTurn } from 'node:timers/promises'
import { expect, test, vi } from 'vitest'
import { createEditedPages } from './edited-pages.ts'

const BEFORE = { registry: 'a-registry', feed: 'a-feed', revision: 7 }

/** Pages that are made when the test resolves them; those in `bad` fail then. */
function build({ bad = [], queueDown = false }: { bad?: string[]; queueDown?: boolean } = {}) {
  const begun: string[] = []
  const requested: string[] = []
  const gate = Promise.withResolvers<void>()
  const edited = createEditedPages({
    async make(path, before) {
      expect(before).toBe(BEFORE)
      begun.push(path)
      await gate.promise
      if (bad.includes(path)) throw new Error('content is ill')
    },
    async makeAhead() {
      throw new Error('the bundle is ill')
    },
    async request(paths) {
      if (queueDown) throw new Error('the queue is down')
      requested.push(...paths)
    },
  })
  const begin = (...paths: string[]) => edited.begin(paths, BEFORE)
  return { edited, begin, begun, requested, open: gate.resolve, settled: edited.settled }
}

test('renders a few pages at once, without the queue', async () => {
  const { begin, begun, requested, open, settled } = build()
  await begin('/a', '/b')
  expect(begun).toEqual(['/a', '/b'])
  open()
  await settled()
  expect(requested).toEqual([])
})

test('of more than a few makes the first at once, and the others in the queue once it is there', async () => {
  const { begin, begun, requested, open, settled } = build()
  const all = begin('/a', '/b', '/c', '/d', '/e')
  await nextTurn()
  expect([begun, requested]).toEqual([['/a'], []])
  open()
  await all
  expect([begun, requested]).toEqual([['/a'], ['/b', '/c', '/d', '/e']])
  await settled()
})

test('keeps the others waiting for a slow first page no longer than a quarter of a second', async () => {
  vi.useFakeTimers()
  try {
    const { begin, requested } = build()
    const all = begin('/a', '/b', '/c', '/d', '/e')
    await vi.advanceTimersByTimeAsync(249)
    expect(requested).toEqual([])
    await vi.advanceTimersByTimeAsync(1)
    await all
    expect(requested).toEqual(['/b', '/c', '/d', '/e'])
  } finally {
    vi.useRealTimers()
  }
})

test('sends all to the queue while as many as a few are in flight', async () => {
  const { begin, begun, requested, open, settled } = build()
  await begin('/a', '/b', '/c', '/d')
  await begin('/e', '/f')
  expect([begun, requested]).toEqual([
    ['/a', '/b', '/c', '/d'],
    ['/e', '/f'],
  ])
  open()
  await settled()
  await nextTurn()
  await begin('/g', '/h')
  expect(begun.slice(-2)).toEqual(['/g', '/h'])
})

test('does not render pages twice that were started ahead, unless they failed', async () => {
  const entry = { path: '/a', outcome: 'unknown' as const }
  const given = new Map<string, unknown>()
  const edited = createEditedPages({
    make: async (path, _before, begun) => void given.set(path, await begun),
    makeAhead: async () => [entry, { path: '/b', outcome: 'failed', error: 'cannot be rendered' }],
    request: async () => {},
  })
  const begun = edited.beginAhead(['/a', '/b'], 7)
  await edited.begin(['/a', '/b', '/c'], BEFORE, begun)
  await edited.settled()
  expect(Object.fromEntries(given)).toEqual({ '/a': entry, '/b': undefined, '/c': undefined })
})

test('starts none ahead of more than a few pages', async () => {
  const { edited } = build()
  expect(edited.beginAhead(['/1', '/2', '/3', '/4', '/5'], 7).size).toBe(0)
})

test('renders pages as usual when they cannot be rendered ahead', async () => {
  const { edited } = build()
  const begun = edited.beginAhead(['/a'], 7)
  expect(await begun.get('/a')).toBeUndefined()
})

test('sends only the page that fails to the queue', async () => {
  const { begin, requested, open, settled } = build({ bad: ['/a'] })
  await begin('/a', '/b')
  open()
  await settled()
  expect(requested).toEqual(['/a'])
})

test('leaves a failed page to the next scan when the queue is down as well', async () => {
  const { begin, open, settled } = build({ bad: ['/a'], queueDown: true })
  await begin('/a')
  open()
  await settled()
  await expect(begin('/1', '/2', '/3', '/4', '/5')).rejects.toThrow('the queue is down')
})

test('resolves with the slowest page', async () => {
  const slow = Promise.withResolvers<void>()
  const edited = createEditedPages({
    make: (path) => (path === '/slow' ? slow.promise : Promise.resolve()),
    makeAhead: async () => [],
    request: async () => {},
  })
  await edited.begin(['/quick', '/slow'], BEFORE)
  let isSettled = false
  const waiting = edited.settled().then(() => {
    isSettled = true
  })
  await nextTurn()
  expect(isSettled).toBe(false)
  slow.resolve()
  await waiting
})
