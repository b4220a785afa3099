import { randomUUID } from 'node:crypto'
import type { Kysely } from 'kysely'
import { SiteError } from '#shared/errors.ts'
import type { Database } from '../database/schema.ts'
import { type ChangeNote, isNoted } from '../drafts/change-note.ts'
import type { StoredDraft } from '../editions/stored-draft.ts'
import { findRelease, type WholeRelease } from '../editions/stored-release.ts'
import { areEqual } from '../edits/article-state.ts'
import { changedMeanwhile } from '../publishing/require-seen.ts'
import { requirePublishable, type ScheduleOptions } from './schedule-release.ts'

/**
 * Lets a draft wait for its time, in a release of its own. To say so again changes nothing.
 *
 * @throws {SiteError} with every reason why it could not be published, or if it was saved meanwhile
 */
export async function scheduleDraft(
  db: Kysely<Database>,
  stored: StoredDraft,
  {
    bringsBack,
    note: words,
    ...options
  }: ScheduleOptions & { bringsBack: boolean; note: ChangeNote },
): Promise<WholeRelease> {
  const note = isNoted(words) ? words : stored.change_note
  const former = stored.release === null ? undefined : await findRelease(db, stored.release)
  if (former && (former.release.name !== null || stored.is_scheduled)) {
    const isSame = former.release.publish_at === options.at && areEqual(stored.change_note, note)
    if (former.release.name === null && isSame) return former
    const { id, name } = former.release
    throw new SiteError(
      'conflict',
      name === null
        ? `This draft waits for its time already: POST /releases/${id}/cancel, then publish it at another`
        : `This draft belongs to the release ${id}: publish that, or take the draft out`,
    )
  }
  const draft = { ...stored, brings_back: bringsBack, change_note: note }
  await requirePublishable(db, { drafts: [draft], siteDrafts: [] }, options)
  const { at, by, now } = options
  const changed = { changed_by: by, changed_at: now().toISOString() }
  const waits = { state: 'scheduled', publish_at: at, reasons: '[]', ...changed } as const
  return db.transaction().execute(async (tx) => {
    const id = former?.release.id ?? randomUUID()
    const made = { id, name: null, made_by: by, made_at: changed.changed_at }
    await tx
      .insertInto('release')
      .values({ ...made, ...waits })
      .onConflict((conflict) => conflict.column('id').doUpdateSet(waits))
      .execute()
    const { numUpdatedRows } = await tx
      .updateTable('draft')
      .set({
        release: id,
        is_scheduled: true,
        brings_back: bringsBack,
        change_note: JSON.stringify(note),
      })
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
