import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { buildArticle } from '../../../tests/support/pages/page-builders.ts'
import type { PageTarget } from './addresses.ts'
import { createEmitter } from './emitter.ts'
import type { LoadedPage, LoadResult } from './load-page.ts'
import { createNavigator } from './navigate.ts'

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
})

const to = (path: string, search = '', hash = ''): PageTarget => ({ path, search, hash })

const loaded = (path: string, more: Partial<LoadedPage> = {}): LoadedPage => ({
  status: 'success',
  page: { ...buildArticle(), path },
  path,
  outcome: 'found',
  template: '',
  parts: { slicesMap: {}, staticQueryHashes: [] },
  build: 'now',
  ...more,
})

/** A navigator whose loads end when the test ends them, and a record of all its actions. */
function open({ needsDocument = false } = {}) {
  const did: string[] = []
  const waits = new Map<string, (result: LoadResult) => void>()
  const emitter = createEmitter()
  for (const name of ['onPreRouteUpdate', 'onRouteUpdate'] as const) {
    emitter.on(name, ({ location, previous }) => {
      did.push(`${name} ${previous?.pathname} → ${location.pathname}`)
    })
  }
  emitter.on('onDelayedLoadPageResources', ({ pathname }) => did.push(`slow ${pathname}`))
  const navigator = createNavigator(
    {
      loader: {
        has: () => false,
        load: ({ path }) => new Promise((resolve) => waits.set(path, resolve)),
      },
      history: {
        location: () => ({ pathname: '/', search: '', hash: '' }),
        key: () => 'initial',
        claim: () => false,
        push: (href) => did.push(`push ${href}`),
        replace: (href) => did.push(`replace ${href}`),
        goTo: (href) => did.push(`go to ${href}`),
        reload: () => did.push('reload'),
      },
      emitter,
      pageBuild: 'now',
      needsDocument: () => needsDocument,
      onOtherBuild: () => did.push('other build'),
      show: async ({ page }, arrival) => {
        did.push(`show ${page.path} by ${arrival}`)
      },
      onFailed: ({ message }) => did.push(message),
      onSettled: () => {},
    },
    to('/'),
  )
  const settle = async (path: string, result: LoadResult = loaded(path)) => {
    waits.get(path)?.(result)
    await vi.advanceTimersByTimeAsync(0)
  }
  return { navigator, did, settle }
}

describe('a click', () => {
  test('changes the address when the page is loaded, and emits its events in order [C47]', async () => {
    const { navigator, did, settle } = open()
    void navigator.navigate(to('/a', '?x=1', '#y'))
    expect(did).toEqual([])
    await settle('/a')
    expect(did).toEqual([
      'push /a?x=1#y',
      'onPreRouteUpdate / → /a',
      'show /a by link',
      'onRouteUpdate / → /a',
    ])
    expect(navigator.current()).toEqual(to('/a', '?x=1', '#y'))
  })

  test('is shown only if it is the last one, when its page arrives first [C23]', async () => {
    const { navigator, did, settle } = open()
    void navigator.navigate(to('/slow'))
    void navigator.navigate(to('/fast'))
    await settle('/fast')
    await settle('/slow')
    expect(did.filter((entry) => /push|show/.test(entry))).toEqual([
      'push /fast',
      'show /fast by link',
    ])
    expect(navigator.current().path).toBe('/fast')
  })

  test('is shown only if it is the last one, when its page arrives last [C23]', async () => {
    const { navigator, did, settle } = open()
    void navigator.navigate(to('/first'))
    void navigator.navigate(to('/last'))
    await settle('/first')
    await settle('/last')
    expect(did.filter((entry) => /push|show/.test(entry))).toEqual([
      'push /last',
      'show /last by link',
    ])
  })

  test('on a page that fails is left to the browser, with query and hash [M-407, M-805, C24]', async () => {
    const { navigator, did, settle } = open()
    void navigator.navigate(to('/a', '?x=1', '#y'))
    await settle('/a', { status: 'error' })
    expect(did).toEqual(['go to /a?x=1#y'])
    expect(navigator.current().path).toBe('/')
  })

  test('on a page that fails reports the error, if it is known', async () => {
    const { navigator, did, settle } = open()
    void navigator.navigate(to('/a'))
    await settle('/a', { status: 'error', error: new Error('We couldn\'t load "/b"') })
    expect(did).toEqual(['We couldn\'t load "/b"', 'go to /a'])
  })

  test('follows the redirect of a moved page, with query and hash [C37]', async () => {
    const { navigator, did, settle } = open()
    void navigator.navigate(to('/old', '?x=1', '#y'))
    await settle('/old', loaded('/new'))
    expect(did[0]).toBe('push /new?x=1#y')
  })

  test('on the page that is shown makes no second entry [C39]', async () => {
    const { navigator, did, settle } = open()
    void navigator.navigate(to('/'))
    await settle('/')
    expect(did[0]).toBe('replace /')
  })

  test('on a page of another build loads its document, and does nothing else [C31]', async () => {
    const { navigator, did, settle } = open()
    void navigator.navigate(to('/a', '?x=1', '#y'))
    await settle('/a', loaded('/a', { build: 'newer' }))
    expect(did).toEqual(['other build', 'go to /a?x=1#y'])
  })

  test('needs no document when the server did not name its build [C17]', async () => {
    const { navigator, did, settle } = open()
    void navigator.navigate(to('/a'))
    await settle('/a', loaded('/a', { build: undefined }))
    expect(did[0]).toBe('push /a')
  })

  test('loads a document when a new service worker is installed [C51]', async () => {
    const { navigator, did } = open({ needsDocument: true })
    await navigator.navigate(to('/a', '?x=1', '#y'))
    expect(did).toEqual(['go to /a?x=1#y'])
  })
})

describe('a slow navigation [C40]', () => {
  test('is announced after one second, once [M-414, M-905]', async () => {
    const { navigator, did } = open()
    void navigator.navigate(to('/a'))
    await vi.advanceTimersByTimeAsync(999)
    expect(did).toEqual([])
    await vi.advanceTimersByTimeAsync(1)
    expect(did).toEqual(['slow /a'])
    await vi.advanceTimersByTimeAsync(10_000)
    expect(did).toEqual(['slow /a'])
  })

  test.each([loaded('/a'), { status: 'error' } as const])(
    'that ended earlier is not announced: $status',
    async (result) => {
      const { navigator, did, settle } = open()
      void navigator.navigate(to('/a'))
      await vi.advanceTimersByTimeAsync(999)
      await settle('/a', result)
      await vi.advanceTimersByTimeAsync(1_000)
      expect(did.filter((entry) => entry.startsWith('slow'))).toEqual([])
    },
  )

  test('is announced after Back and Forward too', async () => {
    const { navigator, did } = open()
    void navigator.follow(to('/a'))
    await vi.advanceTimersByTimeAsync(1_000)
    expect(did).toEqual(['slow /a'])
  })
})

describe('Back and Forward', () => {
  test('in a row show only the last page, and report none as shown already', async () => {
    const { navigator, did, settle } = open()
    const both = [navigator.follow(to('/a')), navigator.follow(to('/b'))]
    await settle('/a')
    await settle('/b')
    expect(await Promise.all(both)).toEqual([false, false])
    expect(did.filter((entry) => entry.startsWith('show'))).toEqual(['show /b by history'])
  })

  test('show the page of the address, and leave the history alone', async () => {
    const { navigator, did, settle } = open()
    void navigator.follow(to('/a'))
    await settle('/a')
    expect(did).toEqual(['onPreRouteUpdate / → /a', 'show /a by history', 'onRouteUpdate / → /a'])
  })

  test('load the document of a page that fails or is of another build [C52]', async () => {
    for (const result of [{ status: 'error' } as const, loaded('/a', { build: 'newer' })]) {
      const { navigator, did, settle } = open()
      void navigator.follow(to('/a', '?x=1'))
      await settle('/a', result)
      expect(did.at(-1)).toBe('reload')
    }
  })

  test('to the page that is shown cancel a pending click', async () => {
    const { navigator, did, settle } = open()
    void navigator.navigate(to('/a'))
    expect(await navigator.follow(to('/', '', '#x'))).toBe(true)
    await settle('/a')
    expect(did).toEqual([])
  })
})
