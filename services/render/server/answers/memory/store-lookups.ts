import type { PagePath } from '#shared/contracts/primitives.ts'
import type { PageStore } from '../../../store/page-store.ts'
import type { StoredEntry } from '../../../store/stored-entry.ts'
import type { CachedEntry, createPageMemory } from './page-memory.ts'
import type { watchStore } from './watch-store.ts'

export interface StoreLookupsOptions {
  store: PageStore
  memory: ReturnType<typeof createPageMemory>
  watch: ReturnType<typeof watchStore>
  now(): number
}

/** Brings entries from the store into memory, each once for all who wait for it. */
export function createStoreLookups({ store, memory, watch, now }: StoreLookupsOptions) {
  // A lookup may update memory only while still registered here.
  const comparing = new Map<PagePath, Promise<void>>()
  const reading = new Map<PagePath, Promise<StoredEntry | undefined>>()

  /**
   * @returns the moment at which the entry, or the one that replaced it, is known to have been
   *   right; `undefined` when the store does not answer
   */
  async function compareOnce({ entry, version }: CachedEntry): Promise<number | undefined> {
    const startedAt = now()
    try {
      const stored = await store.version(entry.path)
      if (stored !== version) await read(entry.path)
      return startedAt
    } catch {
      return undefined
    }
  }

  function read(path: PagePath): Promise<StoredEntry | undefined> {
    const sharing = reading.get(path)
    if (sharing) return sharing

    const startedAt = now()
    if (!watch.covers(startedAt)) watch.look()
    const work: Promise<StoredEntry | undefined> = store
      .read(path)
      .then((read) => {
        if (reading.get(path) !== work) return read?.entry
        if (read) memory.keep(read, startedAt)
        else memory.remove(path)
        return read?.entry
      })
      .finally(() => {
        if (reading.get(path) === work) reading.delete(path)
      })
    reading.set(path, work)
    return work
  }

  return {
    /** Reads an entry into memory. Shares a read under way. */
    read,
    /** The read of this path that is under way. */
    reading: (path: PagePath) => reading.get(path),
    /** Updates the entry in memory from the store. Shares a comparison under way; never rejects. */
    compare(cached: CachedEntry): Promise<void> {
      const { path } = cached.entry
      const sharing = comparing.get(path)
      if (sharing) return sharing

      const work: Promise<void> = compareOnce(cached).then((checkedAt) => {
        if (comparing.get(path) !== work) return
        comparing.delete(path)
        if (checkedAt === undefined) cached.triedAt = now()
        else cached.checkedAt = checkedAt
      })
      comparing.set(path, work)
      return work
    },
    /** How many comparisons are under way. */
    countComparing: () => comparing.size,
    /** Gives up a comparison that takes too long: it counts as a failure of the store. */
    giveUpComparing(cached: CachedEntry): void {
      comparing.delete(cached.entry.path)
      cached.triedAt = now()
    },
    /** Keeps lookups of this path that are under way from updating memory. */
    forget(path: PagePath): void {
      comparing.delete(path)
      reading.delete(path)
    },
    forgetAll(): void {
      comparing.clear()
      reading.clear()
    },
  }
}
