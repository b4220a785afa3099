/**
 * A page that is never idle, such as one that is still being painted, delays the work no longer.
 */
const MAX_WAIT_MS = 2_000

/** Calls back when the browser has nothing else to do. */
export function whenIdle(callback: () => void): void {
  const timeout = MAX_WAIT_MS
  if ('requestIdleCallback' in window) requestIdleCallback(() => callback(), { timeout })
  else setTimeout(callback)
}
