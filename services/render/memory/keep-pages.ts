import type { PagePath } from '#shared/contracts/primitives.ts'
import { within } from '#shared/within.ts'
import type { PageStore } from '../store/page-store.ts'
import type { StoredEntry } from '../store/stored-entry.ts'
import {
  type AddressedBody,
  createPageMemory,
  type KeptEntry,
  type PageMemoryUsage,
} from './page-memory.ts'
import { watchStore } from './watch-store.ts'

/** Stored pages, those in use from memory. */
export interface KeptPages {
  /**
   * What may be sent at once from this address, without asking the store.
   *
   * @param address as `addressesOf` says
   */
  at(address: string): AddressedBody | undefined
  /**
   * @returns `undefined` when the store has none
   * @throws whatever the store throws, unless a copy is in memory: then that one serves
   */
  read(path: PagePath): Promise<StoredEntry | undefined>
  /**
   * The same for who only wants to know what the page says: it counts as no use of the page, and
   * takes no room in memory from the pages that readers ask for.
   *
   * @throws whatever the store throws, unless a copy is in memory
   */
  glance(path: PagePath): Promise<StoredEntry | undefined>
  /** The store has another entry of these paths, or may have: they are checked before their next use. */
  doubt(paths: readonly PagePath[]): void
  /** The same of all paths. */
  doubtAll(): void
  /** How often the most used paths were, since this was last called; at most `limit` of them. */
  takeHits(limit: number): Map<PagePath, number>
  usage(): KeptPagesUsage
}

/** How memory is used, and how often it spared a question to the store so far. */
export interface KeptPagesUsage extends PageMemoryUsage {
  maxBytes: number
  hits: number
  misses: number
}

export interface KeepOptions {
  /** Bytes of all entries in memory. */
  maxBytes: number
  /** Milliseconds on a clock that never goes back; a test's own, or the real one. */
  now?: () => number
}

/**
 * The store is asked for its last change once it has not been for a second: that is what brings an
 * edit to readers when nobody told us of it. After a change, each entry is compared with the store.
 *
 * Those who ask meanwhile are served from memory, so a page that is asked for all the time never
 * makes anybody wait. What is known of others may be older than that, so their next reader waits
 * for the comparison. Thus a change is sent to everybody at most `MUST_CHECK_MS` after it was noted.
 */
const CHECK_AFTER_MS = 1_000
const MUST_CHECK_MS = 1_900
/** For changes that nobody noted: those made by hand, or by who died before he was done. */
const COMPARE_AFTER_MS = 30_000
/**
 * Pages that came into memory together are due together: compared a few at a time, they never take
 * the processor from readers for long. Those that must be compared wait for nobody.
 */
const MAX_EARLY = 4
/** A store that says nothing for this long is down, and the copy in memory serves. */
const STORE_WAIT_MS = 1_000

export function keepPages(store: PageStore, { maxBytes, now = monotonic }: KeepOptions): KeptPages {
  const memory = createPageMemory(maxBytes)
  const counts = { hits: 0, misses: 0 }
  const watch = watchStore(store, now)
  // Whoever is in one of these two may only tell the memory what it found while it still is.
  const comparing = new Map<PagePath, Promise<void>>()
  const reading = new Map<PagePath, Promise<StoredEntry | undefined>>()

  /** Whether it may be used as it is. Sees to it that this stays so. */
  function isFresh(kept: KeptEntry): boolean {
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

  /** Makes the entry in memory the one in the store. Once at a time; never fails. */
  function compare(kept: KeptEntry): Promise<void> {
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
   * @returns as of when the entry, or the one that has taken its place, is known to be right;
   *   `undefined` when the store does not answer
   */
  async function compareOnce({ entry, version }: KeptEntry): Promise<number | undefined> {
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

  async function readKept(kept: KeptEntry): Promise<StoredEntry | undefined> {
    const { path } = kept.entry
    if (!isFresh(kept) && !(await within(STORE_WAIT_MS, compare(kept)))) {
      comparing.delete(path)
      kept.triedAt = now()
    }
    // It may have had to make room meanwhile, which says nothing about the store.
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
    doubt(paths) {
      for (const path of paths) {
        comparing.delete(path)
        reading.delete(path)
        memory.doubt(path)
      }
    },
    doubtAll() {
      comparing.clear()
      reading.clear()
      memory.doubtAll()
    },
    takeHits: memory.takeHits,
    usage: () => ({ ...memory.usage(), ...counts, maxBytes }),
  }
}

function use(kept: KeptEntry): void {
  kept.hits += 1
  kept.isUsed = true
}

const monotonic = () => performance.now()
