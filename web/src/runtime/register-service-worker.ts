import { trustedWorkerAddress } from '../trusted-html.ts'
import type { Emitter } from './emitter.ts'

const INSECURE = 'Service workers can only be used over HTTPS, or on localhost for development'

export interface WorkerOptions {
  window: Pick<Window, 'isSecureContext'>
  /** `undefined` where the browser has none, or does not let us. */
  container: ServiceWorkerContainer | undefined
  emitter: Emitter
  /** Path of the page that is shown. */
  currentPath(): string
}

/**
 * Registers the worker that keeps the pages which were read last, and tells it which those are.
 * Whatever fails is said once, on the console; the site works without.
 */
export async function registerServiceWorker(options: WorkerOptions): Promise<void> {
  const { window, container, emitter } = options
  if (!window.isSecureContext) return complain(INSECURE)
  if (!container) return
  const tellWorker = () => container.controller?.postMessage({ shownPath: options.currentPath() })
  tellWorker()
  // The first worker takes over a page that was loaded without it.
  container.addEventListener('controllerchange', tellWorker)
  emitter.on('onRouteUpdate', tellWorker)
  try {
    const registration = await container.register(trustedWorkerAddress(), {
      updateViaCache: 'none',
    })
    if (registration.installing) follow(registration, container, emitter)
    registration.addEventListener('updatefound', () => {
      emitter.emit('onServiceWorkerUpdateFound', { serviceWorker: registration })
      follow(registration, container, emitter)
    })
  } catch (error) {
    complain('The service worker could not be registered', error)
  }
}

const followed = new WeakSet<ServiceWorker>()

/** Says what becomes of a worker that is on its way in. */
function follow(
  registration: ServiceWorkerRegistration,
  container: ServiceWorkerContainer,
  emitter: Emitter,
): void {
  const worker = registration.installing
  if (!worker || followed.has(worker)) return
  followed.add(worker)
  const wasControlled = container.controller !== null
  const payload = { serviceWorker: registration }
  worker.addEventListener('statechange', () => {
    if (worker.state === 'activated') emitter.emit('onServiceWorkerActive', payload)
    if (worker.state === 'redundant') emitter.emit('onServiceWorkerRedundant', payload)
    if (worker.state !== 'installed') return
    if (!wasControlled) return emitter.emit('onServiceWorkerInstalled', payload)
    // It serves what fits to newer code than runs here: the next click loads a document.
    Reflect.set(globalThis, '___swUpdated', true)
    emitter.emit('onServiceWorkerUpdateReady', payload)
  })
}

function complain(...what: unknown[]): void {
  // biome-ignore lint/suspicious/noConsole: the reader's console is the only place to say it
  console.error(...what)
}
