/** The specification asks for one try and three retries. */
export const MAX_RETRIES = 3

const WAITS_MS = [300, 1_000, 3_000] as const
/** A server may ask for minutes, but a reader who has clicked waits no longer than this. */
const MAX_WAIT_MS = 5_000

/**
 * Waits before a request is repeated: longer each time, and for a random time so that readers do
 * not all repeat their requests together.
 *
 * @param retries the number of retries so far
 * @param retryAfterMs the wait that the server asked for
 */
export function waitToRetry(retries: number, retryAfterMs = 0): Promise<void> {
  const backoff = (WAITS_MS[retries] ?? MAX_WAIT_MS) * (0.75 + Math.random() / 2)
  const wait = Math.min(Math.max(backoff, retryAfterMs), MAX_WAIT_MS)
  return new Promise((resolve) => setTimeout(resolve, wait))
}
