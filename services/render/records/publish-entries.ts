import type { Kysely } from 'kysely'
import type { PagePath, Tag } from '#shared/contracts/primitives.ts'
import { type Listing, NOT_LISTED } from '../documents/listing.ts'
import type { EntryDescription, PageStore } from '../store/page-store.ts'
import { fingerprintOf, type StoredEntry } from '../store/stored-entry.ts'
import type { Database } from './database.ts'
import { type Publishing, recordPages } from './record-pages.ts'

export interface Publisher {
  db: Kysely<Database>
  store: PageStore
  build: string
  /** Whether to notify search engines of what editors change; `false` by default. */
  noteNews?: boolean | undefined
}

/** An entry with the tags that were read to make it. */
export interface EntryWithReads {
  entry: StoredEntry
  tags: readonly Tag[]
  /** Only pages have one. */
  listing?: Listing
}

export interface PublishOptions {
  /** The entries were missing or damaged in the store; damaged ones are replaced. */
  lost?: boolean
}

/**
 * Records entries in the registry and stores them. Safe to repeat and to run twice at once: an
 * older entry never replaces a newer one, and one that equals the former one is not written again.
 *
 * @param registry the registry's name as it was before the entries' models were read
 * @returns for each page that is no longer stale, how many seconds it had been stale
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
    // `describe` would not see damage to a body.
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
      // A process that was killed before recording may have left another entry than recorded.
      const isAsRecorded = stored?.fingerprint === before.etag
      if (newer && stored && (isAsRecorded || stored.revision > page.revision)) return 'old'
      if (same && isAsRecorded) return 'same'
    }
    await beforeWrite()
    await store.write(entry)
    replaced ||= before.builtRevision > 0
    return 'written'
  }
  // If the process is killed in between, these pages stay stale: both are then repeated.
  const finish = async () => {
    if (replaced) await store.noteChange()
  }
  return recordPages(db, { build, registry, noteNews }, pages, { publish, finish })
}

const sizeOf = ({ bodies }: StoredEntry) =>
  Object.values(bodies).reduce((sum, { bytes }) => sum + bytes.identity.length, 0)
