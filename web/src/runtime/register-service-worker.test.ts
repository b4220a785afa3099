import { afterEach, expect, test, vi } from 'vitest'
import { createEmitter, type RuntimeEvents } from './emitter.ts'
import { registerServiceWorker } from './register-service-worker.ts'

const complained = vi.spyOn(console, 'error').mockImplementation(() => {})
afterEach(() => {
  complained.mockClear()
  Reflect.deleteProperty(globalThis, '___swUpdated')
})

const HOOKS = [
  'onServiceWorkerUpdateFound',
  'onServiceWorkerInstalled',
  'onServiceWorkerUpdateReady',
  'onServiceWorkerActive',
  'onServiceWorkerRedundant',
] as const satisfies (keyof RuntimeEvents)[]

/** The interfaces of a browser; the test sets the state of the worker. */
function createBrowser({
  controlled = false,
  failure,
}: {
  controlled?: boolean
  failure?: Error
} = {}) {
  const messages: unknown[] = []
  const active = { postMessage: (message: unknown) => messages.push(message) }
  const registration = Object.assign(new EventTarget(), {
    installing: undefined as EventTarget | undefined,
  })
  const registered: unknown[] = []
  let path = '/here'
  const container = Object.assign(new EventTarget(), {
    controller: controlled ? active : null,
    async register(...given: unknown[]) {
      if (failure) throw failure
      registered.push(given)
      return registration
    },
  })
  const emitter = createEmitter()
  const heard: string[] = []
  for (const hook of HOOKS) emitter.on(hook, () => heard.push(hook))
  return {
    heard,
    messages,
    registered,
    register: (isSecureContext = true) =>
      registerServiceWorker({
        window: { isSecureContext },
        // The parts of the registration that are used.
        container: container as unknown as ServiceWorkerContainer,
        emitter,
        currentPath: () => path,
      }),
    takeControl() {
      container.controller = active
      container.dispatchEvent(new Event('controllerchange'))
    },
    goTo(pathname: string) {
      path = pathname
      const location = { pathname, search: '', hash: '' }
      emitter.emit('onRouteUpdate', { location, previous: undefined })
    },
    bringWorker() {
      const worker = Object.assign(new EventTarget(), { state: 'installing' })
      registration.installing = worker
      registration.dispatchEvent(new Event('updatefound'))
      return (state: string) => {
        worker.state = state
        worker.dispatchEvent(new Event('statechange'))
      }
    },
  }
}

test('on plain http nothing is registered, and the console says why [M-809, C64]', async () => {
  const browser = createBrowser()
  await browser.register(false)
  expect(browser.registered).toEqual([])
  expect(complained.mock.calls).toEqual([
    ['Service workers can only be used over HTTPS, or on localhost for development'],
  ])
})

test('in a secure context /sw.js is registered, and gets the path of the page [C64]', async () => {
  const browser = createBrowser()
  await browser.register()
  expect(browser.registered).toEqual([['/sw.js', { updateViaCache: 'none' }]])
  expect(browser.messages).toEqual([])
  browser.takeControl()
  browser.goTo('/there')
  expect(browser.messages).toEqual([{ shownPath: '/here' }, { shownPath: '/there' }])
  expect(complained).not.toHaveBeenCalled()
})

test('an active worker gets the path at once [C64]', async () => {
  const browser = createBrowser({ controlled: true })
  await browser.register()
  expect(browser.messages).toEqual([{ shownPath: '/here' }])
})

test('a browser without service workers logs nothing [C64]', async () => {
  const emitter = createEmitter()
  const window = { isSecureContext: true }
  await registerServiceWorker({ window, container: undefined, emitter, currentPath: () => '/' })
  expect(complained).not.toHaveBeenCalled()
})

test('a refused registration is logged once and throws nothing [C64]', async () => {
  const failure = new Error('refused')
  await createBrowser({ failure }).register()
  expect(complained.mock.calls).toEqual([['The service worker could not be registered', failure]])
})

test('the first worker is found, installed and active [C65]', async () => {
  const browser = createBrowser()
  await browser.register()
  const become = browser.bringWorker()
  for (const state of ['installed', 'activating', 'activated']) become(state)
  expect(browser.heard).toEqual([
    'onServiceWorkerUpdateFound',
    'onServiceWorkerInstalled',
    'onServiceWorkerActive',
  ])
  expect(Reflect.get(globalThis, '___swUpdated')).toBeUndefined()
})

test('a new version is installed, and the next click loads a document [C65]', async () => {
  const browser = createBrowser({ controlled: true })
  await browser.register()
  const become = browser.bringWorker()
  become('installed')
  expect(Reflect.get(globalThis, '___swUpdated')).toBe(true)
  become('activated')
  expect(browser.heard).toEqual([
    'onServiceWorkerUpdateFound',
    'onServiceWorkerUpdateReady',
    'onServiceWorkerActive',
  ])
})

test('a worker that is thrown away is redundant [C65]', async () => {
  const browser = createBrowser({ controlled: true })
  await browser.register()
  browser.bringWorker()('redundant')
  expect(browser.heard).toEqual(['onServiceWorkerUpdateFound', 'onServiceWorkerRedundant'])
  expect(Reflect.get(globalThis, '___swUpdated')).toBeUndefined()
})
