export interface QuietTimes {
  /** Milliseconds without a call after which the work is done. */
  quietMs: number
  /** The longest that work waits which calls keep putting off, in milliseconds. */
  mostMs: number
}

/**
 * Returns a function that does work once it has not been called for a while: one time for all calls
 * until then. A process that ends does not wait for it.
 *
 * @param work handles its own failures
 */
export function whenQuiet(work: () => void, { quietMs, mostMs }: QuietTimes): () => void {
  let timer: NodeJS.Timeout | undefined
  let waitsSince: number | undefined

  function begin() {
    waitsSince = undefined
    work()
  }

  return () => {
    const now = performance.now()
    waitsSince ??= now
    clearTimeout(timer)
    timer = setTimeout(begin, Math.min(quietMs, waitsSince + mostMs - now)).unref()
  }
}
