import { deadlineUnderWay } from './deadline.ts'
import { SiteError } from './errors.ts'

export interface RoomOptions {
  /** Most tasks at the same time, given the milliseconds that one takes at present. */
  places: (usualMs: number) => number
  /** Most tasks that may wait for a place. */
  maxWaiting: () => number
  /** Longest expected wait of a new task in milliseconds, at the present speed. */
  maxWaitMs: number
}

/**
 * Bounds one kind of work: some tasks run at once, a few more wait in a queue, and further ones are
 * refused at once. The slower the work has become, the shorter the queue.
 */
export interface Room {
  /**
   * @throws {SiteError} `overloaded` at once when the queue is full; `unavailable` when the
   *   deadline ends before a place is free
   */
  enter<T>(work: () => Promise<T>): Promise<T>
  usage(): RoomUsage
}

export interface RoomUsage {
  busy: number
  waiting: number
  /** Number of tasks refused so far. */
  refused: number
}

/** Weight of the last task in the moving average of durations. */
const NEWS = 0.2

export function createRoom({ places, maxWaiting, maxWaitMs }: RoomOptions): Room {
  const line = new Set<() => void>()
  let busy = 0
  let refused = 0
  let usualMs = 0

  const hasRoomInLine = () =>
    line.size < maxWaiting() && ((line.size + 1) / places(usualMs)) * usualMs <= maxWaitMs

  /** Resolves when a place is taken for the caller. */
  async function untilPlace(): Promise<void> {
    const signal = deadlineUnderWay()?.signal
    signal?.throwIfAborted()
    if (busy < places(usualMs)) {
      busy += 1
      return
    }
    if (!hasRoomInLine()) {
      refused += 1
      throw new SiteError('overloaded', 'The server is overloaded; try again later')
    }
    const { promise, resolve, reject } = Promise.withResolvers<void>()
    const giveUp = () => {
      line.delete(resolve)
      reject(signal?.reason)
    }
    line.add(resolve)
    signal?.addEventListener('abort', giveUp, { once: true })
    await promise.finally(() => signal?.removeEventListener('abort', giveUp))
  }

  function leave(): void {
    const [next] = line
    if (!next) {
      busy -= 1
      return
    }
    // The task that has waited longest takes over the place.
    line.delete(next)
    next()
  }

  return {
    async enter(work) {
      await untilPlace()
      const begunAt = performance.now()
      try {
        return await work()
      } finally {
        usualMs += NEWS * (performance.now() - begunAt - usualMs)
        leave()
      }
    },
    usage: () => ({ busy, waiting: line.size, refused }),
  }
}
