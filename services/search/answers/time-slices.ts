import { setImmediate as yieldToEventLoop } from 'node:timers/promises'

/** Does one piece of work. Between pieces, other work on the event loop runs now and then. */
export type InTimeSlices = <T>(work: () => Promise<T>) => Promise<T>

/**
 * Keeps pieces of work that block the thread from following one another without end: after
 * `sliceMs` of work, the next piece first yields to the event loop.
 *
 * @param sliceMs milliseconds of work between two yields
 */
export function createTimeSlices(sliceMs: number): InTimeSlices {
  let spentMs = 0
  return async (work) => {
    if (spentMs >= sliceMs) {
      await yieldToEventLoop()
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
