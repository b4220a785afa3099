import { setImmediate as nextTurn } from 'node:timers/promises'
import { sql } from 'kysely'
import type { PagePath } from '#shared/contracts/primitives.ts'
import { compressEntry, isLeftPlain } from '../../store/later-forms.ts'
import { fingerprintOf, type StoredEntry } from '../../store/stored-entry.ts'
import { proveLocks } from '../records/prove-locks.ts'
import type { Publisher } from '../records/publish-entries.ts'
import { makeAgain } from '../records/stale-pages.ts'

/** Pages of one run, which are read and written one after the other. */
const PAGES = 100

/**
 * Compresses stored pages that were left plain and that readers have asked for since, so that no other
 * server has to. Readers get the same bytes as before, so neither servers nor caches hear of it.
 *
 * @param giveWay waits for work that takes precedence over the next page
 * @returns how many pages are not plain any more
 */
export async function compressReadPages(
  publisher: Publisher,
  giveWay: () => Promise<void>,
  signal: AbortSignal,
): Promise<number> {
  let compressed = 0
  for (const path of await findReadPlain(publisher)) {
    signal.throwIfAborted()
    await giveWay()
    const entry = (await publisher.store.read(path))?.entry
    // One that is missing or damaged is for the audit.
    if (!entry) continue
    const wasPlain = isLeftPlain(entry)
    compressEntry(entry)
    if (await replace(publisher, entry, wasPlain)) compressed += 1
    await nextTurn()
  }
  return compressed
}

async function findReadPlain({ db, build }: Publisher): Promise<PagePath[]> {
  const pages = await db
    .selectFrom('heat')
    .innerJoin('page', 'page.path', 'heat.path')
    .select('page.path')
    .where('page.build', '=', build)
    .where('page.plain', '=', true)
    // A page that is stale is about to be made again.
    .whereRef('page.wanted_revision', '<=', 'page.built_revision')
    .orderBy('heat.hits', 'desc')
    .orderBy('page.path')
    .limit(PAGES)
    .execute()
  return pages.map(({ path }) => path)
}

/**
 * Replaces a stored page by the same one in more forms, unless another has been published since:
 * publishing holds the page's row until the page is stored. A process that is killed in between leaves
 * a page that counts as plain, and is looked at again.
 *
 * @param isNew whether the store has the entry without these forms
 */
async function replace(
  { db, store, build }: Publisher,
  entry: StoredEntry,
  isNew: boolean,
): Promise<boolean> {
  const { path, revision } = entry
  let isTouched = false
  const work = db.transaction().execute(async (tx) => {
    const prove = proveLocks(tx)
    const recorded = await tx
      .selectFrom('page')
      .select('path')
      .where('build', '=', build)
      .where('path', '=', path)
      .where('plain', '=', true)
      .where('built_revision', '=', revision)
      .where('etag', '=', fingerprintOf(entry))
      .forUpdate()
      .skipLocked()
      .executeTakeFirst()
    if (!recorded) return false
    if (isNew) {
      await prove()
      isTouched = true
      await store.write(entry)
    }
    await tx
      .updateTable('page')
      .set({ plain: sql<boolean>`false` })
      .where('build', '=', build)
      .where('path', '=', path)
      .execute()
    return true
  })
  return work.catch(async (error: unknown) => {
    // The lock may have been lost at the last moment, and a newer page have been replaced.
    if (isTouched) await makeAgain(db, build, [path]).catch(() => {})
    throw error
  })
}
