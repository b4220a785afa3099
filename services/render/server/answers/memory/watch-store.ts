import type { PageStore } from '../../../store/page-store.ts'

/** Milliseconds between two requests, even if the earlier one was not answered. */
const PACE_MS = 1_000

/** A period in which the store's note of its last change stayed the same. */
interface Stretch {
  word: string | undefined
  /** When this note was first received: anything read before that may be older than the change. */
  since: number
  /** When the last request that returned this note was sent. */
  until: number
}

/**
 * Knows since when nothing in the store has changed, from one request for the whole store.
 *
 * A process that changes the store notes it afterwards. So if an entry is read after one look at
 * the note, it is right as of every later look that finds the note unchanged.
 *
 * @param now milliseconds on a clock that never goes back
 */
export function watchStore(store: Pick<PageStore, 'lastChange'>, now: () => number) {
  let current: Stretch | undefined
  /** Entries that were right in it can be compared one after the other after a change. */
  let previous: Stretch | undefined
  let askedAt: number | undefined

  async function ask(startedAt: number): Promise<void> {
    const heard = await hear()
    // A later request may have been sent meanwhile.
    if (askedAt !== startedAt || !heard) return
    if (current && current.word === heard.word) {
      current.until = startedAt
    } else {
      previous = current
      current = { word: heard.word, since: now(), until: startedAt }
    }
  }

  async function hear(): Promise<Pick<Stretch, 'word'> | undefined> {
    try {
      return { word: await store.lastChange() }
    } catch {
      return undefined
    }
  }

  const isIn = (stretch: Stretch | undefined, moment: number): stretch is Stretch =>
    stretch !== undefined && moment > stretch.since

  return {
    /** Whether every change that was noted since this moment would have been noticed. */
    covers: (checkedAt: number) => isIn(current, checkedAt),
    /** The latest moment up to which what was in the store then is known to be unchanged. */
    rightAt(checkedAt: number): number {
      const stretch = isIn(current, checkedAt) ? current : previous
      return isIn(stretch, checkedAt) ? Math.max(checkedAt, stretch.until) : checkedAt
    },
    /** Asks the store, unless that was done less than a second ago. Never throws. */
    look(): void {
      const startedAt = now()
      if (askedAt !== undefined && startedAt - askedAt < PACE_MS) return
      askedAt = startedAt
      ask(startedAt)
    },
  }
}
