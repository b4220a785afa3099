import { type Static, Type } from 'typebox'
import type { PublicFile } from '../bodies/encoded-file.ts'

/**
 * Whether readers' browsers keep the pages that were read last. `off` removes the service worker,
 * and all that it has stored, from browsers that have it.
 */
export const ServiceWorkerSwitch = Type.Enum(['on', 'off'], { default: 'on' })
export type ServiceWorkerSwitch = Static<typeof ServiceWorkerSwitch>

export const SERVICE_WORKER_PATH = '/sw.js'
/** The build's name for the worker that removes the other one. */
const REMOVAL_PATH = '/sw-removal.js'

/**
 * Keeps, of the two workers that the build has made, the one that readers are to get. A browser
 * that has a worker requests it again at every visit, so the choice reaches all of them.
 *
 * @throws {Error} when the build lacks the chosen one
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
