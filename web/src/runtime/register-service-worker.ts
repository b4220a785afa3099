import { trustedWorkerAddress } from '../browser/trusted-html.ts'
import type { Emitter } from './emitter.ts'

const INSECURE = 'Service workers can only be used over HTTPS, or on localhost for development'

export interface WorkerOptions {
  window: Pick<Window, 'isSecureContext'>
  /** `undefined` where the browser has none or forbids its use. */
  container: ServiceWorkerContainer | undefined
  emitter: Emitter
  /** The path of the page that is shown. */
  currentPath(): string
}

/**
 * Registers the worker that caches the pages which were read last, and tells it which page is
 * shown. A failure is logged once, on the console: the site works without the worker.
 */
export async function registerServiceWorker(options: WorkerOptions): Promise<void> {
  const { window, container, emitter } = options
  if (!window.isSecureContext) return logError(INSECURE)
  if (!container) return
  const tellWorker = () => container.controller?.postMessage({ shownPath: options.currentPath() })
  tellWorker()
  // The first worker takes control of a page that was loaded without it.
  container.addEventListener('controllerchange', tellWorker)
  emitter.on('onRouteUpdate', tellWorker)
  try {
    const registration = await container.register(trustedWorkerAddress(), {
      updateViaCache: 'none',
    })
    if (registration.installing) watchState(registration, container, emitter)
    registration.addEventListener('updatefound', () => {
      emitter.emit('onServiceWorkerUpdateFound', { serviceWorker: registration })
      watchState(registration, container, emitter)
    })
  } catch (error) {
    logError('The service worker could not be registered', error)
  }
}

const watched = new WeakSet<ServiceWorker>()

/** Emits what happens to a worker that is being installed. */
function watchState(
  registration: ServiceWorkerRegistration,
  container: ServiceWorkerContainer,
  emitter: Emitter,
): void {
  const worker = registration.installing
  if (!worker || watched.has(worker)) return
  watched.add(worker)
  const wasControlled = container.controller !== null
  const payload = { serviceWorker: registration }
  worker.addEventListener('statechange', () => {
    if (worker.state === 'activated') emitter.emit('onServiceWorkerActive', payload)
    if (worker.state === 'redundant') emitter.emit('onServiceWorkerRedundant', payload)
    if (worker.state !== 'installed') return
    if (!wasControlled) return emitter.emit('onServiceWorkerInstalled', payload)
    // The new worker serves newer code than runs here, so the next click loads a document.
    Reflect.set(globalThis, '___swUpdated', true)
    emitter.emit('onServiceWorkerUpdateReady', payload)
  })
}

function logError(...details: unknown[]): void {
  // biome-ignore lint/suspicious/noConsole: a reader's console is the only log of a browser
  console.error(...details)
}
