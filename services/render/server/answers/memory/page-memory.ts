import type { PagePath } from '#shared/contracts/primitives.ts'
import { isMadeLater } from '../../../store/later-forms.ts'
import type { ReadEntry } from '../../../store/page-store.ts'
import type { StoredBody, StoredEntry } from '../../../store/stored-entry.ts'
import type { PublicFile } from '../bodies/encoded-file.ts'
import { bodyAddressesOf } from './entry-addresses.ts'

/** An entry in memory. */
export interface CachedEntry {
  readonly entry: StoredEntry
  readonly version: string
  /** What it takes of the memory, with the forms that may be made of it later. */
  readonly bytes: number
  /** When it was last known to equal the store's entry, in milliseconds of the memory's clock. */
  checkedAt: number
  /** When the store last failed to answer. The copy then serves as long as after a comparison. */
  triedAt: number
  /** Uses since `takeHits` was last called. */
  hits: number
  /** Whether it was used since the last search for entries to evict. */
  isUsed: boolean
}

/** A body of an entry in memory, as found by its public address. */
export interface AddressedBody extends PublicFile {
  readonly cached: CachedEntry
  /** Without a query, unless that names a topic. */
  readonly address: string
}

/** What an entry takes besides its bodies, roughly: objects, addresses, places in two maps. */
const ENTRY_BYTES = 4 * 1024
const NEVER = Number.NEGATIVE_INFINITY

/**
 * Entries by path, at most `maxBytes` of them.
 *
 * The oldest entry that was not used since the last search for room is evicted (the "clock"
 * algorithm): nearly the least recently used, and a use only sets a flag.
 */
export function createPageMemory(maxBytes: number) {
  /** In the order in which they are considered for eviction. */
  const entries = new Map<PagePath, CachedEntry>()
  const addresses = new Map<string, AddressedBody>()
  let size = 0
  let evictions = 0

  function remove(path: PagePath) {
    const cached = entries.get(path)
    if (!cached) return
    entries.delete(path)
    size -= cached.bytes
    for (const { address } of bodyAddressesOf(cached.entry)) addresses.delete(address)
  }

  function makeRoom() {
    for (const [path, cached] of entries) {
      if (size <= maxBytes) break
      if (cached.isUsed) {
        // It is considered again later, in this search too if no other can be evicted.
        cached.isUsed = false
        entries.delete(path)
        entries.set(path, cached)
      } else {
        remove(path)
        evictions += 1
      }
    }
  }

  return {
    get: (path: PagePath) => entries.get(path),
    /** By address, with a query only where that names a topic. Only answers of 200 have one. */
    at: (address: string) => addresses.get(address),
    keep({ entry, version }: ReadEntry, checkedAt: number): void {
      const hits = entries.get(entry.path)?.hits ?? 0
      const bytes = sizeOf(entry)
      const cached = { entry, version, bytes, checkedAt, triedAt: NEVER, hits, isUsed: true }
      remove(entry.path)
      if (bytes > maxBytes) return
      entries.set(entry.path, cached)
      size += bytes
      for (const found of bodyAddressesOf(entry)) addresses.set(found.address, { cached, ...found })
      makeRoom()
    },
    /** Invalidates the entry: it is compared with the store before it is used again. */
    invalidate(path: PagePath): void {
      const cached = entries.get(path)
      if (cached) invalidateEntry(cached)
    },
    invalidateAll(): void {
      for (const cached of entries.values()) invalidateEntry(cached)
    },
    remove,
    /** The most used paths and their uses since the last call; at most `limit` of them. */
    takeHits(limit: number): Map<PagePath, number> {
      const used = [...entries.values()].filter(({ hits }) => hits > 0)
      const most = used.sort((one, other) => other.hits - one.hits).slice(0, limit)
      const taken = new Map(most.map(({ entry, hits }) => [entry.path, hits]))
      for (const cached of used) cached.hits = 0
      return taken
    },
    /** Entries now, the bytes of all of them, and how many were evicted so far. */
    usage: () => ({ entries: entries.size, bytes: size, evictions }),
  }
}

function invalidateEntry(cached: CachedEntry): void {
  cached.checkedAt = NEVER
  cached.triedAt = NEVER
}

const sizeOf = ({ bodies }: StoredEntry) =>
  Object.values(bodies).reduce((sum, body) => sum + sizeOfBody(body), ENTRY_BYTES)

/**
 * With room for the forms that are made later: at our levels gzip's is as large as brotli's, and both
 * together are smaller than the text.
 */
function sizeOfBody(body: StoredBody): number {
  const { br, gzip, identity } = body.bytes
  const later = isMadeLater(body, 'gzip') ? (br ?? identity).length : 0
  return identity.length + (br?.length ?? 0) + (gzip?.length ?? later)
}
