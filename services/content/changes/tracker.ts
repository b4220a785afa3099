import type { Tag } from '#shared/contracts/primitives.ts'
import { settleAll } from '#shared/settle-all.ts'
import type { Reader } from '../database/reader.ts'
import type { Memory } from './reading-memory.ts'
import type { Reading, Snapshot, TrackedReading } from './readings.ts'
import { type OpenSnapshot, openSnapshot, type Readings } from './snapshot.ts'

export interface Tracker extends Pick<Snapshot, 'read'> {
  /** Must be called before writing anything that may change what is shown under these keys. */
  track<Value>(shown: TrackedReading<Value>, keys: readonly string[]): Promise<void>
  /** The tags of everything watched that is now shown differently. */
  differences(): Promise<Tag[]>
  /** What was seen, in the order of time. */
  readings(): Readings[]
}

/** Keys compared in one call of `load`. */
const KEYS_PER_LOOK = 1_000

/** @param memory of former edits; with it, what is not watched counts as unchanged by this one */
export function createTracker(db: Reader, memory?: Pick<Memory, 'recall'>): Tracker {
  const watched = new Map<TrackedReading<unknown>, Set<string>>()
  const beginning = openSnapshot(db, memory?.recall)
  const moments: OpenSnapshot[] = [beginning]

  /** What is unchanged since the beginning of the edit. */
  function recallUnchanged(seen: Reading<unknown>, key: string) {
    // Only a kind of what is shown was ever put among those that are watched.
    if (!memory || !seen.remembered || watched.get(seen as TrackedReading<unknown>)?.has(key))
      return
    return beginning.readings.get(seen)?.get(key) ?? memory.recall(seen, key)
  }

  async function differencesOf(
    end: Snapshot,
    shown: TrackedReading<unknown>,
    all: ReadonlySet<string>,
  ) {
    const differing: Tag[] = []
    const keys = [...all]
    for (let start = 0; start < keys.length; start += KEYS_PER_LOOK) {
      const chunk = keys.slice(start, start + KEYS_PER_LOOK)
      const [before, after] = await settleAll([
        beginning.read(shown, chunk),
        end.read(shown, chunk),
      ])
      for (const key of chunk) {
        const [was, is] = [before.get(key), after.get(key)]
        if (JSON.stringify(was) === JSON.stringify(is)) continue
        differing.push(...shown.tags(key, was, is))
      }
    }
    return differing
  }

  return {
    read: beginning.read,
    async track(shown, keys) {
      const before = watched.get(shown) ?? new Set<string>()
      watched.set(shown, before)
      const more = keys.filter((key) => !before.has(key))
      for (const key of more) before.add(key)
      if (more.length > 0) await beginning.read(shown, more)
    },
    async differences() {
      const end = openSnapshot(db, recallUnchanged)
      moments.push(end)
      const differing = await settleAll(
        [...watched].map(([shown, keys]) => differencesOf(end, shown, keys)),
      )
      return differing.flat()
    },
    readings: () => moments.map(({ readings }) => readings),
  }
}
