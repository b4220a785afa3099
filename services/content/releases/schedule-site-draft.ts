import { randomUUID } from 'node:crypto'
import type { Kysely } from 'kysely'
import { SiteError } from '#shared/errors.ts'
import type { Database } from '../database/schema.ts'
import { findRelease, type WholeRelease } from '../editions/stored-release.ts'
import type { StoredSiteDraft } from '../editions/stored-site-draft.ts'
import { changedMeanwhile } from '../publishing/require-seen.ts'
import { requirePublishable, type ScheduleOptions } from './schedule-release.ts'

/**
 * Lets the draft of a file wait for its time, in a release of its own. To say so again changes nothing.
 *
 * @throws {SiteError} with every reason why it could not be published, or if it was saved meanwhile
 */
export async function scheduleSiteDraft(
  db: Kysely<Database>,
  draft: StoredSiteDraft,
  options: ScheduleOptions,
): Promise<WholeRelease> {
  const former = draft.release === null ? undefined : await findRelease(db, draft.release)
  const isOwn = former?.release.name === null
  if (former && isOwn && draft.is_scheduled && former.release.publish_at === options.at)
    return former
  if (former && (!isOwn || draft.is_scheduled)) {
    throw new SiteError(
      'conflict',
      `This draft belongs to the release ${former.release.id}: publish that, or take the draft out`,
    )
  }
  await requirePublishable(db, { drafts: [], siteDrafts: [draft] }, options)
  const { at, by, now } = options
  const changed = { changed_by: by, changed_at: now().toISOString() }
  const waits = { state: 'scheduled', publish_at: at, reasons: '[]', ...changed } as const
  return db.transaction().execute(async (tx) => {
    const id = former?.release.id ?? randomUUID()
    await tx
      .insertInto('release')
      .values({ id, name: null, made_by: by, made_at: changed.changed_at, ...waits })
      .onConflict((conflict) => conflict.column('id').doUpdateSet(waits))
      .execute()
    const { numUpdatedRows } = await tx
      .updateTable('site_draft')
      .set({ release: id, is_scheduled: true })
      .where('id', '=', draft.id)
      .where('tag', '=', draft.tag)
      .where('is_scheduled', '=', false)
      .where('discarded_at', 'is', null)
      .executeTakeFirst()
    if (numUpdatedRows === 0n) changedMeanwhile('draft')
    const release = await findRelease(tx, id)
    if (!release) throw new Error(`release ${id} was not written`)
    return release
  })
}
