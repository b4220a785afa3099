import type { SavedEntry } from './saved-list.ts'

/** The first worker of a browser is still being installed, and 50 articles come one after the other. */
const MAX_WAIT_MS = 30_000
/** The page of the list, which is kept with it, so that a reader without a connection finds it. */
export const LIST_PATH = '/saved'

/** How many bytes are kept of each article, by its path; those that are not kept are missing. */
export type KeptBytes = Readonly<Record<string, number>>

/** Has the service worker keep exactly these articles, beside the pages that were read last. */
export const keepOffline = (list: readonly SavedEntry[]) =>
  askWorker<KeptBytes>({ savedPaths: pathsOf(list) })

/** The bytes of the pages that are kept because they were read, and were not saved. */
export const measureReadPages = () => askWorker<number>({ readPages: 'measure' })

/** @returns the bytes that are left */
export const deleteReadPages = () => askWorker<number>({ readPages: 'delete' })

/** @returns `undefined` when the browser has no worker, or it did not answer in time */
async function askWorker<Answer>(message: object): Promise<Answer | undefined> {
  const { port1, port2 } = new MessageChannel()
  const answer = new Promise<Answer>((resolve) => {
    port1.addEventListener('message', ({ data }) => resolve(data), { once: true })
    port1.start()
  })
  const ready: Promise<ServiceWorkerRegistration> | undefined = navigator.serviceWorker?.ready
  const answered = ready?.then(({ active }) => {
    active?.postMessage(message, [port2])
    return answer
  })
  const nothing = new Promise<undefined>((resolve) => setTimeout(resolve, MAX_WAIT_MS))
  return Promise.race([answered, nothing])
}

/** The same for a document that is being left. */
export function keepOfflineLater(list: readonly SavedEntry[]): void {
  navigator.serviceWorker?.controller?.postMessage({ savedPaths: pathsOf(list) })
}

const pathsOf = (list: readonly SavedEntry[]) =>
  list.length > 0 ? [...list.map(({ path }) => path), LIST_PATH] : []
