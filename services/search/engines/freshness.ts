import type { Position } from './engine.ts'

/** Knows how the content went on, and so how old something is that stands for an earlier revision. */
export interface Freshness {
  /** Takes note of what was heard of just now. */
  note(position: Position): void
  /** Whether it stands for what was known `maxLagMs` ago, or for something newer. */
  isCurrent(position: Position): boolean
}

/** @param maxLagMs how long another copy of the titles may take to follow ours */
export function createFreshness(maxLagMs: number, now = () => performance.now()): Freshness {
  let feed: string | undefined
  /** Revisions that may still be missing elsewhere, oldest first. */
  let recent: { revision: number; atMs: number }[] = []
  /** What must be there. */
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
      // Nothing is known yet: whatever there is, is better than no answer.
      if (feed === undefined) return true
      settle()
      return position.feed === feed && position.revision >= settled
    },
  }
}
