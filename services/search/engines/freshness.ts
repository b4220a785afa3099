import type { Position } from './engine.ts'

/** Remembers recent revisions of content, to know how old an answer for an earlier one is. */
export interface Freshness {
  /** Records a position of which we have just learned. */
  note(position: Position): void
  /** Whether it is at least as new as what was known `maxLagMs` ago. */
  isCurrent(position: Position): boolean
}

/** @param maxLagMs how long another copy of the titles may take to follow ours */
export function createFreshness(maxLagMs: number, now = () => performance.now()): Freshness {
  let feed: string | undefined
  /** Revisions that other copies may not have yet, oldest first. */
  let recent: { revision: number; atMs: number }[] = []
  /** The revision that every copy must have by now. */
  let settled = 0

  function settle(): void {
    const old = recent.filter(({ atMs }) => now() - atMs > maxLagMs)
    settled = old.at(-1)?.revision ?? settled
    recent = recent.slice(old.length)
  }

  return {
    note(position) {
      if (position.feed !== feed) recent = []
      if (position.feed !== feed) settled = 0
      feed = position.feed
      recent.push({ revision: position.revision, atMs: now() })
      settle()
    },
    isCurrent(position) {
      // Nothing is known yet, and any answer is better than none.
      if (feed === undefined) return true
      settle()
      return position.feed === feed && position.revision >= settled
    },
  }
}
