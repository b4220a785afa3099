import type { FeedPosition } from './engine.ts'

/** Remembers recent revisions of content, to know how old an answer for an earlier one is. */
export interface Freshness {
  /** Records a position of which we have just learned. */
  note(position: FeedPosition): void
  /** Whether it is at least as new as what was known `maxLagMs` ago. */
  isCurrent(position: FeedPosition): boolean
}

/** @param maxLagMs how long another copy of the titles may take to follow ours */
export function createFreshness(maxLagMs: number, now = () => performance.now()): Freshness {
  let feed: string | undefined
  /** Revisions of this feed, oldest first; of those that every copy must have, the last. */
  let known: { revision: number; atMs: number }[] = []
  const isSettled = ({ atMs }: { atMs: number }) => now() - atMs > maxLagMs

  return {
    note(position) {
      const recent = known.slice(Math.max(0, known.findLastIndex(isSettled)))
      const news = { revision: position.revision, atMs: now() }
      known = position.feed === feed ? [...recent, news] : [news]
      feed = position.feed
    },
    isCurrent(position) {
      // Nothing is known yet, and any answer is better than none.
      if (feed === undefined) return true
      const settled = known.findLast(isSettled)?.revision ?? 0
      return position.feed === feed && position.revision >= settled
    },
  }
}
