import { describe, expect, test, vi } from 'vitest'
import { isChunkFailure, watchChunkFailures } from './chunk-failure.ts'

function open({ route, isBlocked = false }: { route?: string; isBlocked?: boolean } = {}) {
  const window = new EventTarget()
  const items = new Map<string, string>()
  const goTo = vi.fn()
  watchChunkFailures({
    window: window as unknown as Window,
    storage: () => {
      if (isBlocked) throw new DOMException('blocked', 'SecurityError')
      return {
        getItem: (key) => items.get(key) ?? null,
        setItem: (key, value) => void items.set(key, value),
      }
    },
    lastRoute: () => route,
    goTo,
  })
  const reject = (reason: unknown) =>
    window.dispatchEvent(Object.assign(new Event('unhandledrejection'), { reason }))
  return { window, goTo, reject }
}

test.each([
  'Error: Loading chunk 12 failed.',
  'ChunkLoadError: Loading chunk component---src-pages failed',
  'Error: Loading CSS chunk 7 failed.',
  'TypeError: Failed to fetch dynamically imported module: https://x/assets/hydrate.js',
  'TypeError: error loading dynamically imported module',
  'TypeError: Importing a module script failed.',
  'Error: Unable to preload CSS for /assets/a.css',
])('knows what a missing part of the build looks like: %s', (text) => {
  expect(isChunkFailure(text)).toBe(true)
})

test.each([undefined, null, 'Failed to fetch', new Error('Loading article 7 failed')])(
  'takes nothing else for one: %s',
  (reason) => {
    expect(isChunkFailure(reason)).toBe(false)
  },
)

describe('a part of the build that cannot be loaded', () => {
  test('C33: sends the reader to the page he is on, once a session', () => {
    const { goTo, reject } = open({ route: '/articles/a' })
    reject(new Error('Loading chunk 12 failed'))
    reject(new Error('Loading chunk 12 failed'))
    expect(goTo).toHaveBeenCalledExactlyOnceWith('/articles/a')
  })

  test('C33: is also what the bundler reports by itself', () => {
    const { goTo, window } = open({ route: '/' })
    window.dispatchEvent(new Event('vite:preloadError'))
    expect(goTo).toHaveBeenCalledExactlyOnceWith('/')
  })

  test('C34: changes nothing before the first page is shown', () => {
    const { goTo, reject } = open()
    reject(new Error('Loading chunk 12 failed'))
    expect(goTo).not.toHaveBeenCalled()
  })

  test('never goes round in circles when nothing can be remembered', () => {
    const { goTo, reject } = open({ route: '/', isBlocked: true })
    reject(new Error('Loading chunk 12 failed'))
    expect(goTo).not.toHaveBeenCalled()
  })
})
