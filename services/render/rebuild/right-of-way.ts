import { within } from '#shared/within.ts'

/** Lets work that somebody waits for go first, within one process. */
export interface RightOfWay {
  /** Work that others give way to while it is done. */
  first<T>(work: () => Promise<T>): Promise<T>
  /** Waits until no such work is under way, but not for ever: they could follow each other. */
  giveWay(): Promise<void>
}

/** @param patienceMs longest that others wait */
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
