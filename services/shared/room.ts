import { deadlineUnderWay } from './deadline.ts'
import { SiteError } from './errors.ts'
import { readerUnderWay } from './reader-under-way.ts'
import { createTurns } from './take-turns.ts'

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
 *
 * One reader has half of it at most, whatever number of connections they open, and those who wait
 * are let in in turns, reader by reader. Work is left when it is done: a place is not held while a
 * client reads the answer.
 */
export interface Room {
  /**
   * @throws {SiteError} `overloaded` at once when the queue is full, or the reader's share of it;
   *   `unavailable` when the deadline ends before a place is free
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
const SMOOTHING = 0.2
/** What one reader may have of a room. Work of our own is bounded by the room only. */
const SHARE = 0.5

export function createRoom({ places, maxWaiting, maxWaitMs }: RoomOptions): Room {
  const line = createTurns<string | undefined, () => void>()
  /** Tasks that run or wait, by reader. */
  const held = new Map<string, number>()
  let busy = 0
  let refused = 0
  let usualMs = 0

  const hasShare = (reader: string | undefined) =>
    reader === undefined ||
    (held.get(reader) ?? 0) < Math.max(1, Math.ceil(SHARE * (places(usualMs) + maxWaiting())))
  const hasRoomInLine = (reader: string | undefined) =>
    line.size < maxWaiting() && ((line.before(reader) + 1) / places(usualMs)) * usualMs <= maxWaitMs

  function count(reader: string | undefined, change: 1 | -1): void {
    if (reader === undefined) return
    const now = (held.get(reader) ?? 0) + change
    if (now > 0) held.set(reader, now)
    else held.delete(reader)
  }

  /** Resolves when a place is taken for the caller. */
  async function untilPlace(reader: string | undefined): Promise<void> {
    const signal = deadlineUnderWay()?.signal
    signal?.throwIfAborted()
    const isFree = busy < places(usualMs)
    if (!hasShare(reader) || !(isFree || hasRoomInLine(reader))) {
      refused += 1
      throw new SiteError('overloaded', 'The server is overloaded; try again later')
    }
    count(reader, 1)
    if (isFree) {
      busy += 1
      return
    }
    const { promise, resolve, reject } = Promise.withResolvers<void>()
    const giveUp = () => {
      line.remove(reader, resolve)
      count(reader, -1)
      reject(signal?.reason)
    }
    line.add(reader, resolve)
    signal?.addEventListener('abort', giveUp, { once: true })
    await promise.finally(() => signal?.removeEventListener('abort', giveUp))
  }

  function leave(reader: string | undefined): void {
    count(reader, -1)
    const next = line.take()
    // The next task takes over the place.
    if (next) next()
    else busy -= 1
  }

  return {
    async enter(work) {
      const reader = readerUnderWay()
      await untilPlace(reader)
      const begunAt = performance.now()
      try {
        return await work()
      } finally {
        usualMs += SMOOTHING * (performance.now() - begunAt - usualMs)
        leave(reader)
      }
    },
    usage: () => ({ busy, waiting: line.size, refused }),
  }
}
