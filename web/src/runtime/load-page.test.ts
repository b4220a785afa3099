import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { type FrameParts, frameName } from '#shared/addresses/frame-name.ts'
import {
  APP_DATA,
  BUILD,
  createFakeServer,
  dataAt,
  pageDataOf,
} from '../../../tests/support/servers/fake-server.ts'
import type { PageTarget } from './addresses.ts'
import { createLoader } from './load-page.ts'
import type { ShownFrame } from './shown-frame.ts'

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
})

/** The header and footer that the document came with. */
const SHOWN = 'header footer 1 2'

const to = (path: string, search = ''): PageTarget => ({ path, search, hash: '' })

function open(scripts: Parameters<typeof createFakeServer>[0] = {}) {
  const server = createFakeServer(scripts)
  const loadTemplate = vi.fn(async (name: string) => {
    if (name !== 'component---src-pages-article-page-tsx') throw new Error(`No template is ${name}`)
  })
  const onLoaded = vi.fn()
  const makeFrame = vi.fn<ShownFrame['make']>(async () => ({ put() {} }))
  const frame = {
    isShown: (parts: FrameParts) => ['', SHOWN].includes(frameName(parts)),
    make: makeFrame,
  }
  const loader = createLoader({
    fetch: server.fetch,
    pageBuild: BUILD,
    loadTemplate,
    frame,
    onLoaded,
  })
  /** Loads a page, and lets all timers run. */
  const load = async (target: PageTarget, intent: 'navigate' | 'prefetch' = 'navigate') => {
    const loading = loader.load(target, intent)
    await vi.runAllTimersAsync()
    return loading
  }
  return { ...server, loader, load, loadTemplate, onLoaded, makeFrame }
}

const found = { [dataAt('/a')]: { body: pageDataOf('/a') } }

/** The result for a page whose data cannot be loaded. */
const NO_DATA = {
  status: 'error',
  error: new Error('We couldn\'t load "/page-data/a/page-data.json"'),
}

describe('without a network', () => {
  afterEach(() => vi.unstubAllGlobals())

  test('a page is requested once, because its document reports the failure', async () => {
    vi.stubGlobal('navigator', { onLine: false })
    const { load, askedFor } = open({ [dataAt('/a')]: 'no network' })
    expect(await load(to('/a'))).toMatchObject({ status: 'error' })
    expect(askedFor(`GET ${dataAt('/a')}`)).toBe(1)
  })
})

describe('a page that exists', () => {
  test('takes one request for the build and one for its data [M-406, C9]', async () => {
    const { load, asked, onLoaded } = open(found)
    const page = await load(to('/a'))

    expect(page).toMatchObject({ status: 'success', path: '/a', outcome: 'found', build: BUILD })
    expect(asked.toSorted()).toEqual([`GET ${dataAt('/a')}`, `GET ${APP_DATA}`].toSorted())
    expect(onLoaded).toHaveBeenCalledExactlyOnceWith(page)
  })

  test('is requested once, however many callers need it at once or soon after [C21]', async () => {
    const { loader, load, askedFor } = open(found)
    const both = Promise.all([
      loader.load(to('/a'), 'navigate'),
      loader.load(to('/a', '?utm=1'), 'prefetch'),
    ])
    await vi.runAllTimersAsync()
    const [first, second] = await both
    expect(first).toEqual(second)
    await load(to('/a'))
    expect(askedFor(`GET ${dataAt('/a')}`)).toBe(1)
    expect(loader.has(to('/a'))).toBe(true)
  })

  test('is requested again after five minutes, and when the cache is cleared', async () => {
    const { loader, load, askedFor } = open(found)
    const start = Date.now()
    await load(to('/a'))
    vi.setSystemTime(start + 5 * 60_000 - 1)
    await load(to('/a'))
    expect(askedFor(`GET ${dataAt('/a')}`)).toBe(1)
    vi.setSystemTime(start + 5 * 60_000)
    await load(to('/a'))
    expect(askedFor(`GET ${dataAt('/a')}`)).toBe(2)
    loader.dropAll()
    await load(to('/a'))
    expect(askedFor(`GET ${dataAt('/a')}`)).toBe(3)
  })

  test('has its own address, whatever address led to it [C37]', async () => {
    const { load } = open({ [dataAt('/old')]: { body: pageDataOf('/new') } })
    expect(await load(to('/old'))).toMatchObject({ status: 'success', path: '/new' })
  })

  test('needs no second request after a prefetch [C60]', async () => {
    const { load, askedFor } = open(found)
    await load(to('/a'), 'prefetch')
    await load(to('/a'))
    expect(askedFor(`GET ${dataAt('/a')}`)).toBe(1)
  })

  test('has its component once it is to be shown, and not before', async () => {
    const { load, loadTemplate } = open(found)
    await load(to('/a'), 'prefetch')
    expect(loadTemplate).not.toHaveBeenCalled()
    await load(to('/a'))
    expect(loadTemplate).toHaveBeenCalledExactlyOnceWith('component---src-pages-article-page-tsx')
  })

  test('is left to the browser when its component cannot be loaded, and asked for again', async () => {
    const { load, loadTemplate } = open(found)
    loadTemplate.mockRejectedValueOnce(new Error('no network'))
    expect(await load(to('/a'))).toEqual({ status: 'error', error: new Error('no network') })
    expect(await load(to('/a'))).toMatchObject({ status: 'success' })
  })
})

describe('a page that is missing', () => {
  const order = (asked: readonly string[]) => asked.filter((entry) => !entry.includes('app-data'))

  test('shows the not-found page at its own address, after a HEAD request [M-408, M-801, C10]', async () => {
    const { load, asked } = open()
    const page = await load(to('/gone', '?a=1'))

    expect(page).toMatchObject({ status: 'success', outcome: 'not-found', path: '/gone' })
    expect(order(asked)).toEqual([
      `GET ${dataAt('/gone')}`,
      `GET ${dataAt('/404.html')}`,
      'HEAD /gone?a=1',
    ])
  })

  test.each([200, 410])(
    'is left to the browser when the server answers %i [C11]',
    async (status) => {
      const { load } = open({ 'HEAD /gone': { status, body: '' } })
      expect(await load(to('/gone'))).toEqual({ status: 'error' })
    },
  )

  test.each([
    { name: 'HTML', body: '<!doctype html>' },
    { name: 'JSON without a path', body: { hello: 1 } },
    { name: 'null', body: 'null' },
  ])('is recognized by an answer that is not page data: $name [M-801, C12]', async ({ body }) => {
    const { load, asked } = open({ [dataAt('/a')]: { body } })
    expect(await load(to('/a'))).toMatchObject({ outcome: 'not-found' })
    expect(order(asked)).toEqual([`GET ${dataAt('/a')}`, `GET ${dataAt('/404.html')}`, 'HEAD /a'])
  })

  test('causes no HEAD request when it was only prefetched [C61]', async () => {
    const { load, asked } = open()
    await load(to('/gone'), 'prefetch')
    expect(asked.filter((entry) => entry.startsWith('HEAD'))).toEqual([])
  })

  test('fails when the not-found page is missing too', async () => {
    const { load } = open({ [dataAt('/404.html')]: { status: 404 } })
    expect(await load(to('/a'))).toEqual(NO_DATA)
  })
})

describe('a server that fails', () => {
  test('500 shows the error page, at the requested address [M-409, M-802, C13]', async () => {
    const { load, askedFor } = open({ [dataAt('/a')]: { status: 500 } })
    expect(await load(to('/a'))).toMatchObject({ outcome: 'server-error', path: '/a' })
    expect(askedFor(`GET ${dataAt('/500.html')}`)).toBe(1)
  })

  test('500 for the error page as well is a failure [C14]', async () => {
    const broken = { status: 500 }
    const { load, asked } = open({ [dataAt('/a')]: broken, [dataAt('/500.html')]: broken })
    expect(await load(to('/a'))).toEqual(NO_DATA)
    expect(asked).toHaveLength(3)
  })

  test.each([{ status: 503 }, { status: 429 }, { status: 403 }, 'no network'] as const)(
    'four requests and no more when it answers %o [M-803, M-906, C15]',
    async (answer) => {
      const { load, askedFor } = open({ [dataAt('/a')]: answer })
      expect(await load(to('/a'))).toEqual(NO_DATA)
      expect(askedFor(`GET ${dataAt('/a')}`)).toBe(4)
    },
  )

  test('an answer to the third request is used like one to the first [C16]', async () => {
    const busy = { status: 503 }
    const { load, askedFor } = open({ [dataAt('/a')]: [busy, busy, { body: pageDataOf('/a') }] })
    expect(await load(to('/a'))).toMatchObject({ status: 'success' })
    expect(askedFor(`GET ${dataAt('/a')}`)).toBe(3)
  })

  test('is retried after the time that it asks for, up to a limit', async () => {
    const busy = { status: 503, headers: { 'retry-after': '4' } }
    const { loader, askedFor } = open({ [dataAt('/a')]: [busy, { body: pageDataOf('/a') }] })
    const loading = loader.load(to('/a'), 'navigate')
    await vi.advanceTimersByTimeAsync(3_999)
    expect(askedFor(`GET ${dataAt('/a')}`)).toBe(1)
    await vi.advanceTimersByTimeAsync(1)
    expect(await loading).toMatchObject({ status: 'success' })
  })

  test('a request without an answer is given up after ten seconds [C54]', async () => {
    const { loader, askedFor } = open({ [dataAt('/a')]: 'silence' })
    const loading = loader.load(to('/a'), 'navigate')
    const settled = vi.fn()
    void loading.then(settled)
    await vi.advanceTimersByTimeAsync(9_999)
    expect(settled).not.toHaveBeenCalled()
    await vi.advanceTimersByTimeAsync(1)
    expect(await loading).toEqual(NO_DATA)
    expect(askedFor(`GET ${dataAt('/a')}`)).toBe(1)
  })

  test('a failure is not cached: the next click sends a request [C22]', async () => {
    const four = Array.from({ length: 4 }, () => 'no network' as const)
    const { load } = open({ [dataAt('/a')]: [...four, { body: pageDataOf('/a') }] })
    expect(await load(to('/a'))).toEqual(NO_DATA)
    expect(await load(to('/a'))).toMatchObject({ status: 'success' })
  })
})

test('only the last fifty pages are cached', async () => {
  const paths = Array.from({ length: 51 }, (_, index) => `/${index}`)
  const { loader, load } = open(
    Object.fromEntries(paths.map((path) => [dataAt(path), { body: pageDataOf(path) }])),
  )
  for (const path of paths) await load(to(path))
  expect(paths.filter((path) => !loader.has(to(path)))).toEqual(['/0'])
})

describe('the hash of the code', () => {
  test('delays a loaded page for half a second at most', async () => {
    const { loader } = open({ ...found, [APP_DATA]: 'silence' })
    const settled = vi.fn()
    void loader.load(to('/a'), 'navigate').then(settled)
    await vi.advanceTimersByTimeAsync(499)
    expect(settled).not.toHaveBeenCalled()
    await vi.advanceTimersByTimeAsync(1)
    expect(settled).toHaveBeenCalledWith(expect.objectContaining({ status: 'success' }))
  })

  test('four failed requests for it stop no page [M-804, C17]', async () => {
    const { loader, load, askedFor } = open({ ...found, [APP_DATA]: { status: 500 } })
    const page = await loader.load(to('/a'), 'navigate')
    expect(page).toMatchObject({ status: 'success', build: undefined })
    await vi.runAllTimersAsync()
    expect(askedFor(`GET ${APP_DATA}`)).toBe(4)
    expect(await load(to('/a'))).toMatchObject({ status: 'success', build: undefined })
  })

  test('is that of the document while the contract of page data is the same, whatever code runs', async () => {
    const answers = [
      [BUILD, 'a'],
      ['a'.repeat(20), 'a'],
      ['b'.repeat(20), 'a'],
      ['c'.repeat(20), 'b'],
      ['d'.repeat(20), undefined],
    ] as const
    const bodies = answers.map(([webpackCompilationHash, pageDataContract]) => ({
      body: { webpackCompilationHash, pageDataContract },
    }))
    const { loader } = open({ [APP_DATA]: bodies })
    const asked = []
    for (const _ of answers) asked.push(await loader.askAppHash())
    expect(asked).toEqual([BUILD, BUILD, BUILD, 'c'.repeat(20), 'd'.repeat(20)])

    const late = open({ [APP_DATA]: bodies.slice(1) })
    expect(await late.loader.askAppHash(), 'nothing is known of its own code').toBe('a'.repeat(20))
  })

  test.each([{ body: '<!doctype html>' }, { body: {} }, { body: { webpackCompilationHash: '' } }])(
    'is not requested again when the answer has none: %o',
    async (answer) => {
      const { load, askedFor } = open({ ...found, [APP_DATA]: answer })
      expect(await load(to('/a'))).toMatchObject({ status: 'success', build: undefined })
      expect(askedFor(`GET ${APP_DATA}`)).toBe(1)
    },
  )

  test('is requested once a minute at most', async () => {
    const { load, askedFor } = open({
      ...found,
      [dataAt('/b')]: { body: pageDataOf('/b') },
      [dataAt('/c')]: { body: pageDataOf('/c') },
    })
    await load(to('/a'))
    await load(to('/b'))
    expect(askedFor(`GET ${APP_DATA}`)).toBe(1)
    await vi.advanceTimersByTimeAsync(60_000)
    await load(to('/c'))
    expect(askedFor(`GET ${APP_DATA}`)).toBe(2)
  })
})

describe('data that pages share', () => {
  const query = '/page-data/sq/d/7.json'
  const slice = '/slice-data/header.json'
  const needs = { [dataAt('/a')]: { body: pageDataOf('/a', { staticQueryHashes: ['7'] }) } }

  test('is loaded with a page, the queries of slices too, once per tab', async () => {
    const { load, asked, makeFrame } = open({
      [dataAt('/a')]: {
        body: pageDataOf('/a', { staticQueryHashes: ['7'], slicesMap: { top: 'header' } }),
      },
      [dataAt('/b')]: { body: pageDataOf('/b', { staticQueryHashes: ['8'] }) },
      [slice]: { body: { componentChunkName: 'slice', staticQueryHashes: ['7', '8'] } },
      [query]: { body: { data: { site: 1 } } },
      '/page-data/sq/d/8.json': { body: { data: { menu: 2 } } },
    })
    const page = await load(to('/a'))
    await load(to('/b'))
    await load(to('/a'))
    expect(page).toMatchObject({ status: 'success', frame: { put: expect.any(Function) } })
    const [parts, slices, staticQueries] = makeFrame.mock.calls[0] ?? []
    expect(parts).toEqual({ staticQueryHashes: ['7'], slicesMap: { top: 'header' } })
    expect([...(slices ?? [])]).toEqual([
      ['header', { componentChunkName: 'slice', staticQueryHashes: ['7', '8'] }],
    ])
    expect([...(staticQueries ?? [])]).toEqual([
      ['7', { data: { site: 1 } }],
      ['8', { data: { menu: 2 } }],
    ])
    expect(asked.filter((entry) => /sq|slice/.test(entry)).toSorted()).toEqual(
      [`GET ${query}`, 'GET /page-data/sq/d/8.json', `GET ${slice}`].toSorted(),
    )
  })

  test('is not requested where the document shows it, or a page names none', async () => {
    const { load, asked, makeFrame } = open({
      [dataAt('/a')]: {
        body: pageDataOf('/a', {
          staticQueryHashes: ['1', '2'],
          slicesMap: { header: 'header', footer: 'footer' },
        }),
      },
      [dataAt('/b')]: { body: pageDataOf('/b') },
    })
    for (const path of ['/a', '/b']) {
      const page = await load(to(path))
      expect(page).toMatchObject({ status: 'success' })
      expect(page).not.toHaveProperty('frame')
    }
    expect(asked.filter((entry) => /sq|slice/.test(entry))).toEqual([])
    expect(makeFrame).not.toHaveBeenCalled()
  })

  test('that this build cannot show is a failure', async () => {
    const { load, makeFrame } = open({ ...needs, [query]: { body: { data: {} } } })
    makeFrame.mockRejectedValueOnce(new Error('A slice is of another build'))
    expect(await load(to('/a'))).toEqual({
      status: 'error',
      error: new Error('A slice is of another build'),
    })
    expect(await load(to('/a'))).toMatchObject({ status: 'success' })
  })

  test.each(['no network', { body: '<!doctype html>' }] as const)(
    'says what could not be loaded: %o [M-808, C18]',
    async (answer) => {
      const { load } = open({ ...needs, [query]: answer })
      expect(await load(to('/a'))).toEqual({
        status: 'error',
        error: new Error(`We couldn't load "${query}"`),
      })
    },
  )

  test('a JSON error is not taken for a query or a slice [C19]', async () => {
    const problem = { status: 404, body: { data: {}, staticQueryHashes: [], code: 'not-found' } }
    const { load } = open({ ...needs, [query]: problem })
    expect(await load(to('/a'))).toMatchObject({ status: 'error' })
    const other = open({
      [dataAt('/a')]: { body: pageDataOf('/a', { slicesMap: { top: 'header' } }) },
      [slice]: problem,
    })
    expect(await other.load(to('/a'))).toMatchObject({ status: 'error' })
  })

  test('is requested again after a failure', async () => {
    const { load } = open({ ...needs, [query]: ['no network', { body: { data: {} } }] })
    expect(await load(to('/a'))).toMatchObject({ status: 'error' })
    expect(await load(to('/a'))).toMatchObject({ status: 'success' })
  })
})

test('a template of another build is a failure [C20]', async () => {
  const { load } = open({ [dataAt('/a')]: { body: pageDataOf('/a', { componentChunkName: 'x' }) } })
  expect(await load(to('/a'))).toMatchObject({ status: 'error', error: expect.any(Error) })
})
