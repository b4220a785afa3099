import type { PagePath } from '#shared/contracts/primitives.ts'
import { settlesWithin } from '#shared/settles-within.ts'
import type { PageStore } from '../../store/page-store.ts'
import type { StoredEntry } from '../../store/stored-entry.ts'
import { type AddressedBody, type CachedEntry, createPageMemory } from './page-memory.ts'
import { watchStore } from './watch-store.ts'

/** Stored pages; those in use are kept in memory. */
export interface EntryCache {
  /**
   * The body that may be sent for this address right now, without asking the store.
   *
   * @param address as given by `addressesOf`
   */
  at(address: string): AddressedBody | undefined
  /**
   * @returns `undefined` when the store has none
   * @throws whatever the store throws, unless a copy is in memory, which is then returned
   */
  read(path: PagePath): Promise<StoredEntry | undefined>
  /**
   * Like `read`, for callers that only need what the page says: it does not count as a use of the
   * page, and does not put it in memory.
   *
   * @throws whatever the store throws, unless a copy is in memory
   */
  glance(path: PagePath): Promise<StoredEntry | undefined>
  /** Invalidates these paths: they are compared with the store before their next use. */
  invalidate(paths: readonly PagePath[]): void
  /** Invalidates all paths. */
  invalidateAll(): void
  /** The most used paths and their uses since the last call; at most `limit` of them. */
  takeHits(limit: number): Map<PagePath, number>
  usage(): EntryCacheUsage
}

/** How memory is used, and how many reads it answered without the store so far. */
export interface EntryCacheUsage {
  entries: number
  bytes: number
  maxBytes: number
  evictions: number
  hits: number
  misses: number
}

export interface EntryCacheOptions {
  /** Bytes of all entries in memory. */
  maxBytes: number
  /** Milliseconds on a clock that never goes back; a test's own, or the real one. */
  now?: () => number
}

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
/**
 * Pages that were loaded together are due for comparison together. Only a few are compared at a
 * time, to leave the processor to readers; those that must be compared before use do not wait.
 */
const MAX_EARLY = 4
/** A store that does not answer for this long counts as down, and the copy in memory is served. */
const STORE_WAIT_MS = 1_000

export function createEntryCache(
  store: PageStore,
  { maxBytes, now = monotonic }: EntryCacheOptions,
): EntryCache {
  const memory = createPageMemory(maxBytes)
  const counts = { hits: 0, misses: 0 }
  const watch = watchStore(store, now)
  // A lookup may update memory only while still registered here.
  const comparing = new Map<PagePath, Promise<void>>()
  const reading = new Map<PagePath, Promise<StoredEntry | undefined>>()

  /** Whether the entry may be used as it is. Starts the requests that keep it so. */
  function isFresh(kept: CachedEntry): boolean {
    const { checkedAt, triedAt } = kept
    const time = now()
    const age = time - Math.max(watch.rightAt(checkedAt), triedAt)
    if (age >= CHECK_AFTER_MS) watch.look()
    if (age >= MUST_CHECK_MS) return false
    const isDue = watch.covers(checkedAt)
      ? time - Math.max(checkedAt, triedAt) >= COMPARE_AFTER_MS
      : age >= CHECK_AFTER_MS
    if (isDue && comparing.size < MAX_EARLY) compare(kept)
    return true
  }

  /** Updates the entry in memory from the store. Shares a comparison under way; never rejects. */
  function compare(kept: CachedEntry): Promise<void> {
    const { path } = kept.entry
    const sharing = comparing.get(path)
    if (sharing) return sharing

    const work: Promise<void> = compareOnce(kept).then((checkedAt) => {
      if (comparing.get(path) !== work) return
      comparing.delete(path)
      if (checkedAt === undefined) kept.triedAt = now()
      else kept.checkedAt = checkedAt
    })
    comparing.set(path, work)
    return work
  }

  /**
   * @returns the moment at which the entry, or the one that replaced it, is known to have been
   *   right; `undefined` when the store does not answer
   */
  async function compareOnce({ entry, version }: CachedEntry): Promise<number | undefined> {
    const startedAt = now()
    try {
      const stored = await store.version(entry.path)
      if (stored !== version) await readStored(entry.path)
      return startedAt
    } catch {
      return undefined
    }
  }

  function readStored(path: PagePath): Promise<StoredEntry | undefined> {
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

  async function readKept(kept: CachedEntry): Promise<StoredEntry | undefined> {
    const { path } = kept.entry
    if (!isFresh(kept) && !(await settlesWithin(STORE_WAIT_MS, compare(kept)))) {
      comparing.delete(path)
      kept.triedAt = now()
    }
    // The entry may have been evicted meanwhile, which says nothing about the store.
    return memory.get(path)?.entry ?? readStored(path)
  }

  return {
    at(address) {
      const found = memory.at(address)
      if (!found || !isFresh(found.kept)) return undefined
      use(found.kept)
      counts.hits += 1
      return found
    },
    async read(path) {
      const kept = memory.get(path)
      if (kept) counts.hits += 1
      else counts.misses += 1
      const entry = kept ? await readKept(kept) : await readStored(path)
      const used = memory.get(path)
      if (used) use(used)
      return entry
    },
    async glance(path) {
      const kept = memory.get(path)
      if (kept) return readKept(kept)
      return reading.get(path) ?? (await store.read(path))?.entry
    },
    invalidate(paths) {
      for (const path of paths) {
        comparing.delete(path)
        reading.delete(path)
        memory.invalidate(path)
      }
    },
    invalidateAll() {
      comparing.clear()
      reading.clear()
      memory.invalidateAll()
    },
    takeHits: memory.takeHits,
    usage: () => ({ ...memory.usage(), ...counts, maxBytes }),
  }
}

function use(kept: CachedEntry): void {
  kept.hits += 1
  kept.isUsed = true
}

const monotonic = () => performance.now()
