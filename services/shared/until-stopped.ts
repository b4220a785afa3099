/** Work in the background. */
export interface Running {
  /** Resolves when the work has ended. */
  stop(): Promise<void>
}

/** @param work ends soon after its signal aborts, and does not fail */
export function untilStopped(work: (stopping: AbortSignal) => Promise<void>): Running {
  const stopping = new AbortController()
  const working = work(stopping.signal)
  return {
    async stop() {
      stopping.abort()
      await working
    },
  }
}
