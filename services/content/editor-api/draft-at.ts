import type { FastifyReply } from 'fastify'
import type { Kysely } from 'kysely'
import { Type } from 'typebox'
import { notFound, SiteError } from '#shared/errors.ts'
import type { Reader } from '../database/reader.ts'
import type { Database } from '../database/schema.ts'
import { type DraftText, draftTag, findDraft, type StoredDraft } from '../editions/stored-draft.ts'
import { type WholeArticle, wholeArticle } from '../library/stored-article.ts'

export const DraftParams = Type.Object({ id: Type.String({ format: 'uuid' }) })

export async function draftAt(db: Reader, id: string): Promise<StoredDraft> {
  const draft = await findDraft(db, id)
  if (!draft) throw notFound(`Draft "${id}"`)
  return draft
}

/** @throws {SiteError} unless the request names the draft as it is stored */
export function requireSeen(
  { 'if-match': wanted }: { 'if-match'?: string },
  { tag }: Pick<StoredDraft, 'tag'>,
): void {
  if (wanted === undefined) {
    throw new SiteError(
      'precondition-required',
      'Send "If-Match" with the ETag of the draft that you have read: GET answers it',
    )
  }
  const tags = wanted.split(',').map((one) => one.trim())
  if (!tags.includes('*') && !tags.includes(tag)) savedMeanwhile()
}

export function savedMeanwhile(): never {
  throw new SiteError(
    'precondition-failed',
    'Somebody saved this draft since you read it: read it again, then repeat your change',
  )
}

type Saving = DraftText & Partial<Pick<StoredDraft, 'saved_by' | 'saved_at' | 'discarded_at'>>

/** @throws {SiteError} when somebody else has saved it since it was read */
export async function saveDraft(
  db: Kysely<Database>,
  { id, tag }: StoredDraft,
  saving: Saving,
): Promise<StoredDraft> {
  const saved = await db
    .updateTable('draft')
    .set({ ...saving, fields: JSON.stringify(saving.fields), tag: draftTag(saving) })
    .where('id', '=', id)
    .where('tag', '=', tag)
    .returningAll()
    .executeTakeFirst()
  return saved ?? savedMeanwhile()
}

/** The article that a draft changes, also one that was withdrawn. */
export async function articleOfDraft(
  db: Reader,
  { article }: StoredDraft,
): Promise<WholeArticle | undefined> {
  return article === null ? undefined : wholeArticle(db, article)
}

const deed = (at: string, by: string | null) => ({ at, ...(by !== null && { by }) })

export const answer = (reply: FastifyReply, draft: StoredDraft) =>
  reply.header('etag', draft.tag).send({
    id: draft.id,
    slug: draft.slug,
    ...(draft.base !== null && { base: draft.base }),
    fields: draft.fields,
    made: deed(draft.made_at, draft.made_by),
    saved: deed(draft.saved_at, draft.saved_by),
    ...(draft.discarded_at !== null && { discarded: draft.discarded_at }),
  })
