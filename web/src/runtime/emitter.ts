/** Where a reader is, or was. */
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
  /** A click has waited for a second. */
  onDelayedLoadPageResources: { pathname: string }
  /** A page is there, and may be shown now or later. */
  onPostLoadPageResources: { path: string }
  /** The next page is about to be shown. */
  onPreRouteUpdate: RouteChange
  /** It is shown, with its title and scroll position set. */
  onRouteUpdate: RouteChange
  /** The server has another service worker than the one that runs, or than none. */
  onServiceWorkerUpdateFound: WorkerChange
  /** The first one is ready. */
  onServiceWorkerInstalled: WorkerChange
  /** Another one is: the next click loads a document. */
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
    /** @returns a function that ends it */
    on<K extends keyof RuntimeEvents>(name: K, listener: Listener<K>) {
      listeners[name].add(listener)
      return () => listeners[name].delete(listener)
    },
    emit<K extends keyof RuntimeEvents>(name: K, payload: RuntimeEvents[K]) {
      for (const listener of [...listeners[name]]) listener(payload)
    },
  }
}
