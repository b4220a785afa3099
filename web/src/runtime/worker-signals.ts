/** Whether a new service worker has taken over since this document was loaded. */
export const isWorkerUpdated = (): boolean => Reflect.get(window, '___swUpdated') === true

/** Tells the service worker that the pages it keeps are of a former build. */
export function tellWorkerToForget(): void {
  const worker = navigator.serviceWorker?.controller
  if (worker?.state === 'activated') worker.postMessage({ gatsbyApi: 'clearPathResources' })
}
