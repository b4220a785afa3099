import type { ServiceWorkerSwitch } from '../config.ts'
import type { PublicFile } from './public-file.ts'

export const SERVICE_WORKER_PATH = '/sw.js'
/** What the build calls the worker that takes away the others. */
const REMOVAL_PATH = '/sw-removal.js'

/**
 * Leaves of the two workers that the build has made the one that readers are to get. A browser that
 * has a worker asks for it again at every visit, so this reaches all of them.
 *
 * @throws {Error} when the build lacks one
 */
export function chooseServiceWorker(
  files: Map<string, PublicFile>,
  serviceWorker: ServiceWorkerSwitch,
): void {
  const chosen = files.get(serviceWorker === 'on' ? SERVICE_WORKER_PATH : REMOVAL_PATH)
  if (!chosen) throw new Error('The web bundle has no service worker. Run: npm run build')
  files.delete(REMOVAL_PATH)
  const { body } = chosen
  files.set(SERVICE_WORKER_PATH, { body, caching: 'noCache', route: SERVICE_WORKER_PATH })
}
