/** One try and three more, as the specification counts them. */
export const MAX_RETRIES = 3

const WAITS_MS = [300, 1_000, 3_000] as const
/** A server may ask for minutes; a reader who has clicked waits no longer than this. */
const LONGEST_WAIT_MS = 5_000

/**
 * Waits before a request is repeated: longer each time, and not in step with other readers.
 *
 * @param retries how many there have been
 * @param retryAfterMs what the server asked for
 */
export function waitToRetry(retries: number, retryAfterMs = 0): Promise<void> {
  const usual = (WAITS_MS[retries] ?? LONGEST_WAIT_MS) * (0.75 + Math.random() / 2)
  const wait = Math.min(Math.max(usual, retryAfterMs), LONGEST_WAIT_MS)
  return new Promise((resolve) => setTimeout(resolve, wait))
}
