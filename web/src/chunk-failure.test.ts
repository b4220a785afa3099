import { describe, expect, test, vi } from 'vitest'
import { isChunkFailure, watchChunkFailures } from './chunk-failure.ts'

const HERE = 'https://finlore.example/articles/b?x=1#y'

function open({ isBlocked = false, mayLeave = true } = {}) {
  const window = Object.assign(new EventTarget(), { location: { href: HERE } })
  const items = new Map<string, string>()
  const goTo = vi.fn()
  const { recover, follow } = watchChunkFailures({
    window: window as unknown as Window,
    storage: () => {
      if (isBlocked) throw new DOMException('blocked', 'SecurityError')
      return {
        getItem: (key) => items.get(key) ?? null,
        setItem: (key, value) => void items.set(key, value),
      }
    },
    mayLeaveFor: async () => mayLeave,
    goTo,
  })
  const reject = (reason: unknown) =>
    window.dispatchEvent(Object.assign(new Event('unhandledrejection'), { reason }))
  return { goTo, reject, recover, follow }
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

const FAILURE = new TypeError('Failed to fetch dynamically imported module: /assets/a.js')
const settled = () => new Promise(setImmediate)

describe('a part of the build that a page needs and that cannot be loaded', () => {
  test('C33: sends the reader to where he is going, once a session', async () => {
    const { goTo, recover, reject, follow } = open()
    follow(() => '/articles/a')
    await recover(FAILURE)
    await recover(FAILURE)
    reject(new Error('Loading chunk 12 failed'))
    await settled()
    expect(goTo).toHaveBeenCalledExactlyOnceWith('/articles/a')
  })

  test('C33: is also what nobody has caught', async () => {
    const { goTo, reject, follow } = open()
    follow(() => '/')
    reject(new Error('Loading chunk 12 failed'))
    await settled()
    expect(goTo).toHaveBeenCalledExactlyOnceWith('/')
  })

  test('C34: before the first page is shown, sends the reader to his document anew', async () => {
    const { goTo, recover } = open()
    await recover(FAILURE)
    expect(goTo).toHaveBeenCalledExactlyOnceWith(HERE)
  })

  test('sends nobody away who would lose something', async () => {
    const { goTo, recover } = open({ mayLeave: false })
    await recover(FAILURE)
    expect(goTo).not.toHaveBeenCalled()
  })

  test('is told from all other errors', async () => {
    const { goTo, recover } = open()
    await recover(new Error('The page has no #main'))
    expect(goTo).not.toHaveBeenCalled()
  })

  test('never goes round in circles when nothing can be remembered', async () => {
    const { goTo, recover } = open({ isBlocked: true })
    await recover(FAILURE)
    expect(goTo).not.toHaveBeenCalled()
  })
})
