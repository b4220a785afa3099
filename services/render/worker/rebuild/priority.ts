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
  const underWay = new Set<Promise<unknown>>()
  return {
    async withPriority(work) {
      const running = work()
      underWay.add(running)
      try {
        return await running
      } finally {
        underWay.delete(running)
      }
    },
    async giveWay() {
      if (underWay.size > 0) await settlesWithin(patienceMs, Promise.allSettled(underWay))
    },
  }
}
