import type { FastifyReply } from 'fastify'
import type { Kysely } from 'kysely'
import { Type } from 'typebox'
import { notFound, SiteError } from '#shared/errors.ts'
import type { Reader } from '../database/reader.ts'
import type { Database } from '../database/schema.ts'
import {
  type DraftText,
  deedOf,
  draftTag,
  findDraft,
  type StoredDraft,
} from '../editions/stored-draft.ts'
import { changedMeanwhile } from '../publishing/require-seen.ts'

export const DraftParams = Type.Object({
  id: Type.String({ format: 'uuid', description: 'The id of a draft' }),
})

export async function draftAt(db: Reader, id: string): Promise<StoredDraft> {
  const draft = await findDraft(db, id)
  if (draft) return draft
  const edition = await db
    .selectFrom('edition')
    .select(['slug', 'number', 'revision'])
    .where('id', '=', id)
    .executeTakeFirst()
  if (!edition) throw notFound(`Draft "${id}"`)
  throw wasPublished(id, edition, `/articles/${edition.slug}`)
}

/** Says where a draft is that is an edition by now: of an article, or of a file of the site. */
export const wasPublished = (
  id: string,
  { number, revision }: { number: number; revision: number | null },
  address: string,
) =>
  new SiteError(
    'not-found',
    `Draft "${id}" was published, as revision ${revision}: GET ${address}/editions/${number} answers it`,
  )

/** @throws {SiteError} for a draft of an article or a file whose text waits for its time as checked */
export function requireUnscheduled({
  is_scheduled,
  release,
}: Pick<StoredDraft, 'is_scheduled' | 'release'>): void {
  if (!is_scheduled) return
  throw new SiteError(
    'conflict',
    `This draft waits for its time: POST /releases/${release}/cancel first`,
  )
}

type Saving = DraftText & Partial<Pick<StoredDraft, 'saved_by' | 'saved_at' | 'discarded_at'>>

/** @throws {SiteError} when somebody else has saved or scheduled it since it was read */
export async function saveDraft(
  db: Kysely<Database>,
  draft: StoredDraft,
  saving: Saving,
): Promise<StoredDraft> {
  requireUnscheduled(draft)
  const saved = await db
    .updateTable('draft')
    .set({ ...saving, fields: JSON.stringify(saving.fields), tag: draftTag(saving) })
    .where('id', '=', draft.id)
    .where('tag', '=', draft.tag)
    .where('is_scheduled', '=', false)
    .returningAll()
    .executeTakeFirst()
  return saved ?? changedMeanwhile('draft')
}

export const answer = (reply: FastifyReply, draft: StoredDraft) =>
  reply.header('etag', draft.tag).send({
    id: draft.id,
    slug: draft.slug,
    ...(draft.base !== null && { base: draft.base }),
    fields: draft.fields,
    made: deedOf(draft.made_at, draft.made_by),
    saved: deedOf(draft.saved_at, draft.saved_by),
    ...(draft.proposed_at !== null && { proposed: deedOf(draft.proposed_at, draft.proposed_by) }),
    ...(draft.remark !== null && {
      remark: { text: draft.remark, ...(draft.remark_by !== null && { by: draft.remark_by }) },
    }),
    ...draft.change_note,
    ...(draft.release !== null && { release: draft.release, isScheduled: draft.is_scheduled }),
    ...(draft.discarded_at !== null && { discarded: draft.discarded_at }),
  })
