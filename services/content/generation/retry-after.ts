/** The longest wait, whatever a server asks for. */
const LONGEST_WAIT_MS = 10 * 60_000

/**
 * How long an answer asks its client to wait, by `retry-after-ms`, or by `retry-after` in seconds or
 * as a date.
 *
 * @returns milliseconds, at most {@link LONGEST_WAIT_MS}; `undefined` when it asks for nothing
 */
export function retryAfterMs(headers: Headers, now: Date): number | undefined {
  const wanted = millisecondsIn(headers, now)
  if (wanted === undefined || Number.isNaN(wanted)) return undefined
  return Math.min(LONGEST_WAIT_MS, Math.max(0, Math.ceil(wanted)))
}

function millisecondsIn(headers: Headers, now: Date): number | undefined {
  const milliseconds = headers.get('retry-after-ms')
  if (milliseconds && /^\d+(\.\d+)?$/.test(milliseconds)) return Number(milliseconds)
  const header = headers.get('retry-after')
  if (!header) return undefined
  return /^\d+(\.\d+)?$/.test(header) ? Number(header) * 1_000 : Date.parse(header) - now.getTime()
}
