import { within } from '#shared/within.ts'

/** Gives precedence to work that an editor waits for, within one process. */
export interface RightOfWay {
  /** Does work that other work gives way to. */
  first<T>(work: () => Promise<T>): Promise<T>
  /** Waits until no such work is under way, but at most `patienceMs`: more may always come. */
  giveWay(): Promise<void>
}

/** @param patienceMs the longest that other work waits */
export function createRightOfWay(patienceMs: number): RightOfWay {
  const underWay = new Set<Promise<unknown>>()
  return {
    async first(work) {
      const running = work()
      underWay.add(running)
      try {
        return await running
      } finally {
        underWay.delete(running)
      }
    },
    async giveWay() {
      if (underWay.size > 0) await within(patienceMs, Promise.allSettled(underWay))
    },
  }
}
