import { afterEach, beforeEach, expect, test, vi } from 'vitest'

const ORIGIN = 'https://finlore.example'
const OURS = `${ORIGIN}/assets/hydrate-1.js`
const EXTENSION = 'chrome-extension://abc/content.js'

let page: EventTarget
let reported: string[]
let documents = 0

beforeEach(async () => {
  page = new EventTarget()
  reported = []
  vi.stubGlobal('addEventListener', page.addEventListener.bind(page))
  vi.stubGlobal('location', { origin: ORIGIN })
  vi.stubGlobal('fetch', async (address: string) => reported.push(address))
  // Each document reports a kind of error once, so each test needs a module of its own. The modules of
  // other files stay: some hold what a process may set up only once.
  documents++
  const file = new URL(`./report-error.ts?document=${documents}`, import.meta.url)
  const module: typeof import('./report-error.ts') = await import(/* @vite-ignore */ file.href)
  module.reportUncaughtErrors()
})
afterEach(() => {
  vi.unstubAllGlobals()
})

const thrownIn = (file: string, message = 'x') =>
  Object.assign(new TypeError(message), { stack: `TypeError: ${message}\n    at f (${file}:1:2)` })

const reject = (reason: unknown) =>
  page.dispatchEvent(Object.assign(new Event('unhandledrejection'), { reason }))

test.each([
  { place: 'a script of this build', filename: OURS, reports: ['/api/client-errors/script'] },
  { place: 'a browser extension', filename: EXTENSION, reports: [] },
  { place: 'no script', filename: undefined, reports: [] },
])('reports an uncaught error by its place: $place', async ({ filename, reports }) => {
  const errors: unknown[] = []
  const onError = (error: unknown) => errors.push(error)
  process.on('uncaughtException', onError)
  page.dispatchEvent(Object.assign(new Event('error'), filename && { filename }))
  // Node throws what a listener throws in a later turn.
  await new Promise(setImmediate)
  process.off('uncaughtException', onError)
  expect(reported).toEqual(reports)
  expect(errors).toEqual([])
})

test.each([
  { name: 'our script', reason: thrownIn(OURS), reports: ['/api/client-errors/script'] },
  { name: 'a browser extension', reason: thrownIn(EXTENSION), reports: [] },
  { name: 'no script', reason: undefined, reports: [] },
  {
    name: 'our chunk',
    reason: new TypeError(`Failed to fetch dynamically imported module: ${OURS}`),
    reports: ['/api/client-errors/chunk'],
  },
  {
    name: 'a chunk of a browser extension',
    reason: new TypeError(`Failed to fetch dynamically imported module: ${EXTENSION}`),
    reports: [],
  },
])('reports an uncaught rejection by its place: $name', ({ reason, reports }) => {
  reject(reason)
  expect(reported).toEqual(reports)
})
