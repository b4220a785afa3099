import type { Kysely } from 'kysely'
import type { Tag } from '#shared/contracts/primitives.ts'
import type { PageStore } from '../store/page-store.ts'
import { etagOf, type StoredEntry } from '../store/stored-entry.ts'
import type { Database } from './database.ts'
import { recordPage } from './page-registry.ts'

export interface Publisher {
  db: Kysely<Database>
  store: PageStore
  build: string
}

/**
 * Puts an entry on record and into the store. Safe to repeat and to run twice at once: an older
 * entry never replaces a newer one, and one that says the same as before is not written again.
 *
 * @param registry as it was before the entry's model was read
 */
export async function publishEntry(
  { db, store, build }: Publisher,
  registry: string,
  entry: StoredEntry,
  tags: readonly Tag[],
): Promise<void> {
  const { path, revision } = entry
  const bytes = Object.values(entry.bodies).reduce(
    (sum, body) => sum + body.bytes.identity.length,
    0,
  )
  await recordPage(
    db,
    { registry, build, path, revision, tags },
    { etag: fingerprint(entry), bytes },
    async ({ builtRevision }) => {
      const stored = await store.read(path)
      if (stored && builtRevision > revision) return false
      if (!stored || fingerprint(stored) !== fingerprint(entry)) await store.write(entry)
      return true
    },
  )
}

/** Equal for entries that readers could not tell apart. */
function fingerprint({ status, location, bodies }: StoredEntry): string {
  const etags = Object.entries(bodies).map(([name, { etag }]) => [name, etag])
  return etagOf(JSON.stringify([status, location ?? null, etags]))
}
