import { settlesWithin } from '#shared/settles-within.ts'

/** Gives precedence to work that an editor waits for, within one process. */
export interface Priority {
  /** Does work that other work gives way to. */
  withPriority<T>(work: () => Promise<T>): Promise<T>
  /** Waits until no such work is under way, but at most `patienceMs`: more may always come. */
  giveWay(): Promise<void>
}

/** @param patienceMs the longest that other work waits */
export function createPriority(patienceMs: number): Priority {
  const inFlight = new Set<Promise<unknown>>()
  return {
    async withPriority(work) {
      const running = work()
      inFlight.add(running)
      try {
        return await running
      } finally {
        inFlight.delete(running)
      }
    },
    async giveWay() {
      if (inFlight.size > 0) await settlesWithin(patienceMs, Promise.allSettled(inFlight))
    },
  }
}
