import { setImmediate as nextTurn } from 'node:timers/promises'

/** Does one piece of work; in between, others get their turn now and then. */
export type InTurn = <T>(work: () => Promise<T>) => Promise<T>

/**
 * Keeps works that take the thread from following one another without end: after so much of it, the
 * next one begins when whatever else waits for the thread has had its turn.
 *
 * @param sliceMs milliseconds of work between two turns
 */
export function createTurns(sliceMs: number): InTurn {
  let spentMs = 0
  return async (work) => {
    if (spentMs >= sliceMs) {
      await nextTurn()
      spentMs = 0
    }
    const begunAt = performance.now()
    try {
      return await work()
    } finally {
      spentMs += performance.now() - begunAt
    }
  }
}
