/** The address of a page that the reader is on, or was on. */
export type RouteLocation = Pick<Location, 'pathname' | 'search' | 'hash'>

interface RouteChange {
  location: RouteLocation
  /** `undefined` for the page that the document came with. */
  previous: RouteLocation | undefined
}

interface WorkerChange {
  serviceWorker: ServiceWorkerRegistration
}

/** Events of the runtime, with Gatsby's names. */
export interface RuntimeEvents {
  /** A navigation has taken a second without showing its page. */
  onDelayedLoadPageResources: { pathname: string }
  /** A page is loaded, to be shown now or later. */
  onPostLoadPageResources: { path: string }
  /** The next page is about to be shown. */
  onPreRouteUpdate: RouteChange
  /** The next page is shown, with its title and scroll position set. */
  onRouteUpdate: RouteChange
  /** The browser is installing a service worker: the first one, or a new version. */
  onServiceWorkerUpdateFound: WorkerChange
  /** The first service worker is installed. */
  onServiceWorkerInstalled: WorkerChange
  /** A new version of the service worker is installed, so the next click loads a document. */
  onServiceWorkerUpdateReady: WorkerChange
  onServiceWorkerActive: WorkerChange
  onServiceWorkerRedundant: WorkerChange
}

type Listener<K extends keyof RuntimeEvents> = (payload: RuntimeEvents[K]) => void

export type Emitter = ReturnType<typeof createEmitter>

export function createEmitter() {
  const listeners: { [K in keyof RuntimeEvents]: Set<Listener<K>> } = {
    onDelayedLoadPageResources: new Set(),
    onPostLoadPageResources: new Set(),
    onPreRouteUpdate: new Set(),
    onRouteUpdate: new Set(),
    onServiceWorkerUpdateFound: new Set(),
    onServiceWorkerInstalled: new Set(),
    onServiceWorkerUpdateReady: new Set(),
    onServiceWorkerActive: new Set(),
    onServiceWorkerRedundant: new Set(),
  }
  return {
    /** @returns a function that removes the listener */
    on<K extends keyof RuntimeEvents>(name: K, listener: Listener<K>) {
      listeners[name].add(listener)
      return () => listeners[name].delete(listener)
    },
    emit<K extends keyof RuntimeEvents>(name: K, payload: RuntimeEvents[K]) {
      for (const listener of [...listeners[name]]) listener(payload)
    },
  }
}
