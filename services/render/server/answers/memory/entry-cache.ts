import type { PagePath } from '#shared/contracts/primitives.ts'
import { settlesWithin } from '#shared/settles-within.ts'
import type { PageStore } from '../../../store/page-store.ts'
import type { StoredEntry } from '../../../store/stored-entry.ts'
import { decideFreshness } from './freshness.ts'
import { type AddressedBody, type CachedEntry, createPageMemory } from './page-memory.ts'
import { createStoreLookups } from './store-lookups.ts'
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
  /**
   * Whether the store has this very entry, as far as is known: it is in memory, and the store has
   * answered since it last failed to.
   */
  isConfirmed(entry: StoredEntry): boolean
  /**
   * Milliseconds since this entry was last known to be the store's. Infinite while nothing is known of
   * it, because the store has not answered since it was invalidated; `undefined` for an entry that is
   * not in memory.
   */
  ageOf(entry: StoredEntry): number | undefined
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
  const lookups = createStoreLookups({ store, memory, watch, now })

  /** Whether the entry may be used as it is. Starts the requests that keep it so. */
  function isFresh(cached: CachedEntry): boolean {
    const { checkedAt, triedAt } = cached
    const rightAt = watch.rightAt(checkedAt)
    const times = { checkedAt, triedAt, rightAt, isCovered: watch.covers(checkedAt) }
    const { decision, isLookDue } = decideFreshness(times, now())
    if (isLookDue) watch.look()
    if (decision === 'use and compare' && lookups.countComparing() < MAX_EARLY) {
      lookups.compare(cached)
    }
    return decision !== 'compare first'
  }

  async function readCached(cached: CachedEntry): Promise<StoredEntry | undefined> {
    const { path } = cached.entry
    if (!isFresh(cached) && !(await settlesWithin(STORE_WAIT_MS, lookups.compare(cached)))) {
      lookups.giveUpComparing(cached)
    }
    // The entry may have been evicted meanwhile, which says nothing about the store.
    return memory.get(path)?.entry ?? lookups.read(path)
  }

  return {
    at(address) {
      const found = memory.at(address)
      if (!found || !isFresh(found.cached)) return undefined
      use(found.cached)
      counts.hits += 1
      return found
    },
    async read(path) {
      const cached = memory.get(path)
      if (cached) counts.hits += 1
      else counts.misses += 1
      const entry = cached ? await readCached(cached) : await lookups.read(path)
      const used = memory.get(path)
      if (used) use(used)
      return entry
    },
    async glance(path) {
      const cached = memory.get(path)
      if (cached) return readCached(cached)
      return lookups.reading(path) ?? (await store.read(path))?.entry
    },
    isConfirmed(entry) {
      const cached = memory.get(entry.path)
      return cached?.entry === entry && cached.checkedAt > cached.triedAt
    },
    ageOf(entry) {
      const cached = memory.get(entry.path)
      return cached?.entry === entry ? now() - cached.checkedAt : undefined
    },
    invalidate(paths) {
      for (const path of paths) {
        lookups.forget(path)
        memory.invalidate(path)
      }
    },
    invalidateAll() {
      lookups.forgetAll()
      memory.invalidateAll()
    },
    takeHits: memory.takeHits,
    usage: () => ({ ...memory.usage(), ...counts, maxBytes }),
  }
}

function use(cached: CachedEntry): void {
  cached.hits += 1
  cached.isUsed = true
}

const monotonic = () => performance.now()
