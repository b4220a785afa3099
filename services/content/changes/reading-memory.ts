import type { History } from '../database/in-snapshot.ts'
import type { Reading } from './readings.ts'
import type { Readings, Recall } from './snapshot.ts'

/** What edits of articles saw, for the next one to begin with instead of looking again. */
export interface Memory {
  recall: Recall
  /** Call it when an edit is committed. What was seen later replaces what was seen before. */
  keep(history: History, readings: readonly Readings[]): void
}

/** Keys of one kind that are remembered; the oldest are forgotten first. */
const MAX_KEYS = 5_000

/**
 * Remembers what is shown at one revision. Anybody else's edit makes another revision, and so makes
 * it forget everything: what it tells under the lock on `history` is what Postgres would say.
 *
 * @returns a function that takes the revision at which an edit begins
 */
export function createReadingMemory(): (now: History) => Memory {
  const known = new Map<Reading<unknown>, Map<string, Promise<unknown>>>()
  let at: History | undefined

  return (now) => {
    if (at?.feed !== now.feed || at.revision !== now.revision) known.clear()
    at = now
    return {
      recall: (seen, key) => known.get(seen)?.get(key),
      keep(history, readings) {
        at = history
        for (const [seen, values] of readings.flatMap((some) => [...some])) {
          if (!seen.remembered) continue
          const all = known.get(seen) ?? new Map<string, Promise<unknown>>()
          known.set(seen, all)
          for (const [key, value] of values) {
            // Those that are asked for often are the last to be forgotten.
            all.delete(key)
            all.set(key, value)
          }
          for (const key of all.keys()) {
            if (all.size <= MAX_KEYS) break
            all.delete(key)
          }
        }
      },
    }
  }
}
