import type { PagePath } from '#shared/contracts/primitives.ts'
import type { PublicFile } from '../public-files/public-file.ts'
import type { ReadEntry } from '../store/page-store.ts'
import { ENCODINGS, type StoredEntry } from '../store/stored-entry.ts'
import { addressesOf } from './entry-addresses.ts'

/** An entry in memory. */
export interface KeptEntry {
  readonly entry: StoredEntry
  readonly version: string
  /** When it was last known to be what the store has, in milliseconds of the memory's clock. */
  checkedAt: number
  /** When the store was last asked and did not answer: a copy serves on for as long as one that was checked. */
  triedAt: number
  /** Times it was used since they were last taken. */
  hits: number
  /** Whether it was used since there was last a search for room. */
  isUsed: boolean
}

/** A body of an entry in memory, as found by the address that readers ask for. */
export interface AddressedBody extends PublicFile {
  readonly kept: KeptEntry
}

export interface PageMemoryUsage {
  entries: number
  /** Of all entries. */
  bytes: number
  /** Entries so far that made room for others. */
  evictions: number
}

export interface PageMemory {
  get(path: PagePath): KeptEntry | undefined
  /** By address without a query. Only what is answered 200 has an address. */
  at(address: string): AddressedBody | undefined
  keep(read: ReadEntry, checkedAt: number): void
  /** Has it checked before it is used again. */
  doubt(path: PagePath): void
  doubtAll(): void
  remove(path: PagePath): void
  /** The paths used most since this was last called, at most `limit`, and how often each was. */
  takeHits(limit: number): Map<PagePath, number>
  usage(): PageMemoryUsage
}

/** What an entry takes besides its bodies: objects, addresses, places in two maps. */
const ENTRY_BYTES = 4 * 1024
const NEVER = Number.NEGATIVE_INFINITY

/**
 * Entries by path, at most `maxBytes` of them.
 *
 * Room is made by the oldest that was not used since room was last looked for: nearly those used
 * longest ago, and using an entry costs no place in a list.
 */
export function createPageMemory(maxBytes: number): PageMemory {
  /** Those that are up first when room is needed. */
  const entries = new Map<PagePath, KeptEntry>()
  const addresses = new Map<string, AddressedBody>()
  let size = 0
  let evictions = 0

  function remove(path: PagePath) {
    const kept = entries.get(path)
    if (!kept) return
    entries.delete(path)
    size -= sizeOf(kept.entry)
    for (const { address } of addressesOf(kept.entry)) addresses.delete(address)
  }

  function makeRoom() {
    for (const [path, kept] of entries) {
      if (size <= maxBytes) break
      if (kept.isUsed) {
        // Its turn comes again, in this search too if there is no other.
        kept.isUsed = false
        entries.delete(path)
        entries.set(path, kept)
      } else {
        remove(path)
        evictions += 1
      }
    }
  }

  return {
    get: (path) => entries.get(path),
    at: (address) => addresses.get(address),
    keep({ entry, version }, checkedAt) {
      const hits = entries.get(entry.path)?.hits ?? 0
      const kept = { entry, version, checkedAt, triedAt: NEVER, hits, isUsed: true }
      remove(entry.path)
      if (sizeOf(entry) > maxBytes) return
      entries.set(entry.path, kept)
      size += sizeOf(entry)
      for (const { address, ...found } of addressesOf(entry)) {
        addresses.set(address, { kept, ...found })
      }
      makeRoom()
    },
    doubt(path) {
      const kept = entries.get(path)
      if (kept) distrust(kept)
    },
    doubtAll() {
      for (const kept of entries.values()) distrust(kept)
    },
    remove,
    takeHits(limit) {
      const used = [...entries.values()].filter(({ hits }) => hits > 0)
      const most = used.sort((one, other) => other.hits - one.hits).slice(0, limit)
      const taken = new Map(most.map(({ entry, hits }) => [entry.path, hits]))
      for (const kept of used) kept.hits = 0
      return taken
    },
    usage: () => ({ entries: entries.size, bytes: size, evictions }),
  }
}

function distrust(kept: KeptEntry): void {
  kept.checkedAt = NEVER
  kept.triedAt = NEVER
}

const sizeOf = ({ bodies }: StoredEntry) =>
  Object.values(bodies).reduce(
    (sum, { bytes }) =>
      ENCODINGS.reduce((part, encoding) => part + (bytes[encoding]?.length ?? 0), sum),
    ENTRY_BYTES,
  )
