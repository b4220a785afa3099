import type { SavedEntry } from './saved-list.ts'

/** The first worker of a browser is still being installed, and 50 articles come one after the other. */
const MAX_WAIT_MS = 30_000
/** The page of the list, which is kept with it, so that a reader without a connection finds it. */
export const LIST_PATH = '/saved'

/** How many bytes are kept of each article, by its path; those that are not kept are missing. */
export type KeptBytes = Readonly<Record<string, number>>

/**
 * Has the service worker keep exactly these articles, beside the pages that were read last.
 *
 * @returns `undefined` when the browser has no worker, or it did not answer in time
 */
export async function keepOffline(list: readonly SavedEntry[]): Promise<KeptBytes | undefined> {
  const { port1, port2 } = new MessageChannel()
  const answer = new Promise<KeptBytes>((resolve) => {
    port1.addEventListener('message', ({ data }) => resolve(data), { once: true })
    port1.start()
  })
  const ready: Promise<ServiceWorkerRegistration> | undefined = navigator.serviceWorker?.ready
  const kept = ready?.then(({ active }) => {
    active?.postMessage({ savedPaths: pathsOf(list) }, [port2])
    return answer
  })
  return Promise.race([kept, new Promise<undefined>((resolve) => setTimeout(resolve, MAX_WAIT_MS))])
}

/** The same for a document that is being left. */
export function keepOfflineLater(list: readonly SavedEntry[]): void {
  navigator.serviceWorker?.controller?.postMessage({ savedPaths: pathsOf(list) })
}

const pathsOf = (list: readonly SavedEntry[]) =>
  list.length > 0 ? [...list.map(({ path }) => path), LIST_PATH] : []
