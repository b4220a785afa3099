/**
 * The store is asked for its last change a second after the last time: that brings an edit to
 * readers even if no message of it arrived. After a change, each entry is compared with the store.
 *
 * Requests are meanwhile answered from memory, so readers of a busy page never wait. An entry that
 * was not used for longer is checked before it is sent. So every reader sees a change at most
 * `MUST_CHECK_MS` after it was noted.
 */
const CHECK_AFTER_MS = 1_000
const MUST_CHECK_MS = 1_900
/** For changes that were not noted: made by hand, or by a process that was killed before. */
const COMPARE_AFTER_MS = 30_000

/** What is known of an entry in memory, in milliseconds of one clock. */
export interface EntryTimes {
  /** When it was last known to equal the store's entry, by comparison. */
  checkedAt: number
  /** When the store last failed to answer. */
  triedAt: number
  /** Until when no change was noted since `checkedAt`; `checkedAt` itself where that is not known. */
  rightAt: number
  /** Whether every change that was noted since `checkedAt` would have been noticed. */
  isCovered: boolean
}

interface FreshnessDecision {
  decision: 'use' | 'use and compare' | 'compare first'
  /** Whether the store is to be asked for its last change. */
  isLookDue: boolean
}

/** Decides whether an entry in memory may be used as it is, and when it is compared. */
export function decideFreshness(times: EntryTimes, now: number): FreshnessDecision {
  const { checkedAt, triedAt, rightAt, isCovered } = times
  const age = now - Math.max(rightAt, triedAt)
  const isLookDue = age >= CHECK_AFTER_MS
  if (age >= MUST_CHECK_MS) return { decision: 'compare first', isLookDue }
  const isCompareDue = isCovered
    ? now - Math.max(checkedAt, triedAt) >= COMPARE_AFTER_MS
    : age >= CHECK_AFTER_MS
  return { decision: isCompareDue ? 'use and compare' : 'use', isLookDue }
}
