import { describe, expect, test, vi } from 'vitest'
import { isChunkFailure, watchChunkFailures } from './chunk-failure.ts'

function open({ isBlocked = false, mayReload = true } = {}) {
  const window = new EventTarget()
  const items = new Map<string, string>()
  const reload = vi.fn()
  watchChunkFailures({
    window: window as unknown as Window,
    storage: () => {
      if (isBlocked) throw new DOMException('blocked', 'SecurityError')
      return {
        getItem: (key) => items.get(key) ?? null,
        setItem: (key, value) => void items.set(key, value),
      }
    },
    mayReload: async () => mayReload,
    reload,
  })
  const reject = async (reason: unknown) => {
    window.dispatchEvent(Object.assign(new Event('unhandledrejection'), { reason }))
    await new Promise(setImmediate)
  }
  return { reload, reject }
}

test.each([
  'Error: Loading chunk 12 failed.',
  'ChunkLoadError: Loading chunk component---src-pages failed',
  'Error: Loading CSS chunk 7 failed.',
  'TypeError: Failed to fetch dynamically imported module: https://x/assets/hydrate.js',
  'TypeError: error loading dynamically imported module',
  'TypeError: Importing a module script failed.',
])('recognizes the message of a failed chunk: %s', (text) => {
  expect(isChunkFailure(text)).toBe(true)
})

test.each([undefined, null, 'Failed to fetch', new Error('Loading article 7 failed')])(
  'does not take another error for a failed chunk: %s',
  (reason) => {
    expect(isChunkFailure(reason)).toBe(false)
  },
)

const FAILURE = new TypeError('Failed to fetch dynamically imported module: /assets/a.js')

describe('a chunk that the page needs and that cannot be loaded', () => {
  test('reloads the page, once a session [M-411, M-806, C33]', async () => {
    const { reload, reject } = open()
    await reject(FAILURE)
    await reject(FAILURE)
    await reject(new Error('Loading chunk 12 failed'))
    expect(reload).toHaveBeenCalledOnce()
  })

  test('does not reload where the reader would lose typed text', async () => {
    const { reload, reject } = open({ mayReload: false })
    await reject(FAILURE)
    expect(reload).not.toHaveBeenCalled()
  })

  test('is distinguished from all other errors', async () => {
    const { reload, reject } = open()
    await reject(new Error('The page has no #main'))
    expect(reload).not.toHaveBeenCalled()
  })

  test('never reloads where the browser stores nothing [M-806]', async () => {
    const { reload, reject } = open({ isBlocked: true })
    await reject(FAILURE)
    expect(reload).not.toHaveBeenCalled()
  })
})
