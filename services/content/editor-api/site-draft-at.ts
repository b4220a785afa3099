import type { Kysely } from 'kysely'
import { notFound } from '#shared/errors.ts'
import type { Reader } from '../database/reader.ts'
import type { Database } from '../database/schema.ts'
import { siteFileName } from '../editions/site-files.ts'
import { deedOf } from '../editions/stored-draft.ts'
import {
  findSiteDraft,
  type ListedSiteDraft,
  type StoredSiteDraft,
  siteDraftTag,
} from '../editions/stored-site-draft.ts'
import { changedMeanwhile } from '../publishing/require-seen.ts'
import { requireUnscheduled, wasPublished } from './draft-at.ts'

export async function siteDraftAt(db: Reader, id: string): Promise<StoredSiteDraft> {
  const draft = await findSiteDraft(db, id)
  if (draft) return draft
  const edition = await db
    .selectFrom('site_edition')
    .select(['file', 'number', 'revision'])
    .where('id', '=', id)
    .executeTakeFirst()
  if (!edition) throw notFound(`Draft "${id}"`)
  throw wasPublished(id, edition, `/site-files/${siteFileName(edition.file)}`)
}

type Saving = Pick<StoredSiteDraft, 'text' | 'base' | 'saved_by' | 'saved_at' | 'discarded_at'>

/** @throws {SiteError} when somebody else has saved or scheduled it since it was read */
export async function saveSiteDraft(
  db: Kysely<Database>,
  draft: StoredSiteDraft,
  saving: Saving,
): Promise<StoredSiteDraft> {
  requireUnscheduled(draft)
  const saved = await db
    .updateTable('site_draft')
    .set({ ...saving, tag: siteDraftTag({ ...draft, ...saving }) })
    .where('id', '=', draft.id)
    .where('tag', '=', draft.tag)
    .where('is_scheduled', '=', false)
    .returningAll()
    .executeTakeFirst()
  return saved ?? changedMeanwhile('draft')
}

/** A draft without its text. */
export const siteDraftAnswer = (draft: ListedSiteDraft) => ({
  id: draft.id,
  name: siteFileName(draft.file),
  file: draft.file,
  etag: draft.tag,
  ...(draft.base !== null && { base: draft.base }),
  made: deedOf(draft.made_at, draft.made_by),
  saved: deedOf(draft.saved_at, draft.saved_by),
  ...(draft.release !== null && { release: draft.release, isScheduled: draft.is_scheduled }),
  ...(draft.discarded_at !== null && { discarded: draft.discarded_at }),
})
