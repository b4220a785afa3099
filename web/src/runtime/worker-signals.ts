/** Whether a new version of the service worker was installed since this document was loaded. */
export const isWorkerUpdated = (): boolean => Reflect.get(window, '___swUpdated') === true

/** Tells the service worker that its cached pages are of a former build. */
export function tellWorkerToForget(): void {
  const worker = navigator.serviceWorker?.controller
  if (worker?.state === 'activated') worker.postMessage({ gatsbyApi: 'clearPathResources' })
}
