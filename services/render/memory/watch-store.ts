import type { PageStore } from '../store/page-store.ts'

/** Knows since when nothing in a store has changed, by one question for all that is in it. */
export interface StoreWatch {
  /** Whether all changes since this moment would have shown. */
  covers(checkedAt: number): boolean
  /**
   * What was in the store at `checkedAt` was still there at the moment given back, as far as is
   * known.
   */
  rightAt(checkedAt: number): number
  /** Asks the store, if that was not done a moment ago. Never fails. */
  look(): void
}

/** From one question to the next, however the one before is answered, if at all. */
const PACE_MS = 1_000

/** A stretch of time in which the store's word for its last change stayed the same. */
interface Stretch {
  word: string | undefined
  /** When this word was first heard: what was read before it may be of before the change. */
  since: number
  /** When it was last asked for. */
  until: number
}

/**
 * Whoever changes the store notes that when he is done, so what was read after one look at the note
 * is right as of every later look that finds it the same.
 *
 * @param now milliseconds on a clock that never goes back
 */
export function watchStore(store: Pick<PageStore, 'lastChange'>, now: () => number): StoreWatch {
  let current: Stretch | undefined
  /** Those who were right until the last change have time to be compared one after the other. */
  let previous: Stretch | undefined
  let askedAt: number | undefined

  async function ask(startedAt: number): Promise<void> {
    const heard = await hear()
    // Another question may have been asked meanwhile.
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
    covers: (checkedAt) => isIn(current, checkedAt),
    rightAt(checkedAt) {
      const stretch = isIn(current, checkedAt) ? current : previous
      return isIn(stretch, checkedAt) ? Math.max(checkedAt, stretch.until) : checkedAt
    },
    look() {
      const startedAt = now()
      if (askedAt !== undefined && startedAt - askedAt < PACE_MS) return
      askedAt = startedAt
      ask(startedAt)
    },
  }
}
