import { deadlineUnderWay } from './deadline.ts'
import { SiteError } from './errors.ts'

export interface RoomOptions {
  /** Works that are done at the same time. */
  places: () => number
  /** Those that may wait for a place; 0 while nobody may wait. */
  maxWaiting: () => number
  /** Milliseconds that the last in line would have to wait at most, as it goes just now. */
  maxWaitMs: number
}

/**
 * Keeps one kind of work from taking all there is: so much of it is done at once, a few more wait, and
 * whoever comes then is sent away at once. Where the work has become slow, the line is shorter.
 */
export interface Room {
  /** @throws {SiteError} `overloaded` at once when there is no room; `unavailable` when its time is over before there is */
  enter<T>(work: () => Promise<T>): Promise<T>
  usage(): RoomUsage
}

export interface RoomUsage {
  busy: number
  waiting: number
  /** Works that were sent away so far. */
  refused: number
}

/** How much of what is known of how long works take comes from the last one. */
const NEWS = 0.2

export function createRoom({ places, maxWaiting, maxWaitMs }: RoomOptions): Room {
  const line = new Set<() => void>()
  let busy = 0
  let refused = 0
  let usualMs = 0

  const hasRoomInLine = () =>
    line.size < maxWaiting() && ((line.size + 1) / places()) * usualMs <= maxWaitMs

  /** Resolves when there is a place, which is taken then. */
  async function untilPlace(): Promise<void> {
    const signal = deadlineUnderWay()?.signal
    signal?.throwIfAborted()
    if (busy < places()) {
      busy += 1
      return
    }
    if (!hasRoomInLine()) {
      refused += 1
      throw new SiteError('overloaded', 'There is too much to do just now; try again')
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
    // Who waited longest takes over the place.
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
