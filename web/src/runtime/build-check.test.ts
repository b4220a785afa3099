import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { mustReload, watchReturns } from './build-check.ts'

const FLAG = 'gatsby-reload-compilation-hash-match'

function createStorage(entries: Record<string, string> = {}) {
  const items = new Map(Object.entries(entries))
  return {
    items,
    getItem: (key: string) => items.get(key) ?? null,
    setItem: (key: string, value: string) => void items.set(key, value),
    removeItem: (key: string) => void items.delete(key),
  }
}

const check = (appBuild: string | undefined, memory = createStorage()) =>
  mustReload({ pageBuild: 'old', appBuild, storage: () => memory })

describe('another build than the document came from', () => {
  test('reloads once, and shows the page if the build still differs [M-410, M-807, C28]', () => {
    const memory = createStorage()
    expect(check('new', memory)).toBe(true)
    expect(memory.items.get(FLAG)).toBe('1')
    expect(check('new', memory)).toBe(false)
    expect(memory.items.has(FLAG)).toBe(false)
  })

  test('reloads a tab once for a build, and again for the next build [C32]', () => {
    const memory = createStorage()
    expect([1, 2, 3, 4].map(() => check('new', memory))).toEqual([true, false, false, false])
    expect(check('newer', memory)).toBe(true)
  })

  test.each([undefined, 'old'])(
    'removes the flag without a reload when it is %s [C29]',
    (build) => {
      const memory = createStorage({ [FLAG]: '1' })
      expect(check(build, memory)).toBe(false)
      expect(memory.items.has(FLAG)).toBe(false)
    },
  )

  test('never reloads where the browser stores nothing [M-410, C30]', () => {
    const storage = () => {
      throw new DOMException('blocked', 'SecurityError')
    }
    expect(mustReload({ pageBuild: 'old', appBuild: 'new', storage })).toBe(false)
    const full = { ...createStorage(), setItem: storage }
    expect(mustReload({ pageBuild: 'old', appBuild: 'new', storage: () => full })).toBe(false)
  })
})

describe('coming back to a tab', () => {
  beforeEach(() => {
    vi.useFakeTimers()
  })
  afterEach(() => {
    vi.useRealTimers()
  })

  test('calls back after five minutes', () => {
    const document = Object.assign(new EventTarget(), { visibilityState: 'visible' })
    const onReturn = vi.fn()
    watchReturns({ document: document as unknown as Document, onReturn })
    const turn = (state: string) => {
      document.visibilityState = state
      document.dispatchEvent(new Event('visibilitychange'))
    }
    turn('visible')
    turn('hidden')
    vi.advanceTimersByTime(299_999)
    turn('visible')
    expect(onReturn).not.toHaveBeenCalled()
    turn('hidden')
    vi.advanceTimersByTime(300_000)
    turn('visible')
    turn('visible')
    expect(onReturn).toHaveBeenCalledOnce()
  })
})
