import type { Kysely } from 'kysely'
import type { PagePath, Tag } from '#shared/contracts/primitives.ts'
import { type Listing, NOT_LISTED } from '../index-now/listing.ts'
import type { EntryDescription, PageStore } from '../store/page-store.ts'
import { fingerprintOf, type StoredEntry } from '../store/stored-entry.ts'
import type { Database } from './database.ts'
import { type Publishing, recordPages } from './record-pages.ts'

export interface Publisher {
  db: Kysely<Database>
  store: PageStore
  build: string
  /** Whether search engines are told of what editors change; not unless told so. */
  noteNews?: boolean | undefined
}

/** An entry with what its making read. */
export interface EntryWithReads {
  entry: StoredEntry
  tags: readonly Tag[]
  /** Of pages alone. */
  listing?: Listing
}

export interface PublishOptions {
  /** The entries were looked for in the store and not found whole: what is damaged is replaced. */
  lost?: boolean
}

/**
 * Puts entries on record and into the store. Safe to repeat and to run twice at once: an older
 * entry never replaces a newer one, and one that says the same as before is not written again.
 *
 * @param registry as it was before the entries' models were read
 * @returns for how many seconds each page had been stale that is not any more
 */
export async function publishEntries(
  { db, store, build, noteNews = false }: Publisher,
  registry: string,
  made: readonly EntryWithReads[],
  { lost = false }: PublishOptions = {},
): Promise<number[]> {
  const entries = new Map(made.map(({ entry }) => [entry.path, entry]))
  const pages = made.map(({ entry, tags, listing = NOT_LISTED }) => ({
    path: entry.path,
    revision: entry.revision,
    tags,
    etag: fingerprintOf(entry),
    bytes: sizeOf(entry),
    listing,
  }))

  const findStored = async (path: PagePath): Promise<EntryDescription | undefined> => {
    if (!lost) return store.describe(path)
    // Damage shows only to who reads all of it.
    const entry = (await store.read(path))?.entry
    return entry && { fingerprint: fingerprintOf(entry), revision: entry.revision }
  }
  let replaced = false
  const publish: Publishing['publish'] = async (page, before, beforeWrite) => {
    const entry = entries.get(page.path)
    const newer = before.builtRevision > page.revision
    const same = before.etag === page.etag
    if (!entry) return 'old'
    if (newer || same) {
      const stored = await findStored(page.path)
      // Whoever died before recording may have left another one than is on record.
      const isAsRecorded = stored?.fingerprint === before.etag
      if (newer && stored && (isAsRecorded || stored.revision > page.revision)) return 'old'
      if (same && isAsRecorded) return 'same'
    }
    await beforeWrite()
    await store.write(entry)
    replaced ||= before.builtRevision > 0
    return 'written'
  }
  // Who dies in between leaves pages that are stale: they are written, and this noted, once more.
  const finish = async () => {
    if (replaced) await store.noteChange()
  }
  return recordPages(db, { build, registry, noteNews }, pages, { publish, finish })
}

const sizeOf = ({ bodies }: StoredEntry) =>
  Object.values(bodies).reduce((sum, { bytes }) => sum + bytes.identity.length, 0)
