import { hash } from 'node:crypto'
import type { Selectable, Transaction } from 'kysely'
import type { Instant, Slug } from '#shared/contracts/primitives.ts'
import type { Reader } from '../database/reader.ts'
import type { Database, DraftTable } from '../database/schema.ts'
import type { Fields } from './compare-fields.ts'
import { timeAndId, timeCursor } from './time-cursor.ts'

export type StoredDraft = Selectable<DraftTable>

/** What an editor has in hand: everything of a draft that saving it may change. */
export interface DraftText {
  slug: Slug
  /** The ETag of what is stored of its article that its editor has seen; null for a new article. */
  base: string | null
  /** Of any shape: a text that is being written need not be right yet. */
  fields: Fields
}

/** The version of a draft. */
export const draftTag = ({ slug, base, fields }: DraftText): string =>
  `"${hash('sha256', JSON.stringify([slug, base, fields]), 'base64url').slice(0, 22)}"`

export const findDraft = (db: Reader, id: string): Promise<StoredDraft | undefined> =>
  db.selectFrom('draft').selectAll().where('id', '=', id).executeTakeFirst()

/** The same, which nothing else changes until the end of the transaction. */
export const lockDraft = (
  tx: Transaction<Database>,
  id: string,
): Promise<StoredDraft | undefined> =>
  tx.selectFrom('draft').selectAll().where('id', '=', id).forUpdate().executeTakeFirst()

export interface ListedDraft extends Pick<StoredDraft, 'id' | 'slug'> {
  title: string
  /** The address of the article that it is about; null for a new one. */
  article: string | null
  saved: { at: string; by?: string }
  proposed?: { at: string; by?: string }
}

/** Open ones are all that are not discarded, also those that are proposed. */
export const DRAFT_STATES = ['open', 'proposed', 'discarded'] as const
type DraftState = (typeof DRAFT_STATES)[number]

/** @param options.after as the last answer says */
export async function listDrafts(
  db: Reader,
  {
    by,
    state,
    after,
    limit,
  }: { by?: string | undefined; state: DraftState; after?: string | undefined; limit: number },
): Promise<{ drafts: ListedDraft[]; after?: string }> {
  let query = db
    .selectFrom('draft')
    .leftJoin('article', 'article.id', 'draft.article')
    .select(['draft.id', 'draft.slug', 'draft.fields', 'draft.saved_at', 'draft.saved_by'])
    .select(['draft.proposed_at', 'draft.proposed_by'])
    .select('article.slug as article')
    .where('draft.discarded_at', state === 'discarded' ? 'is not' : 'is', null)
    .orderBy('draft.saved_at', 'desc')
    .orderBy('draft.id', 'desc')
    .limit(limit)
  if (state === 'proposed') query = query.where('draft.proposed_at', 'is not', null)
  if (by !== undefined) query = query.where('draft.saved_by', '=', by)
  if (after !== undefined) {
    query = query.where(({ eb, refTuple, tuple }) =>
      eb(refTuple('draft.saved_at', 'draft.id'), '<', tuple(...timeAndId(after))),
    )
  }
  const rows = await query.execute()
  const last = rows[limit - 1]
  return {
    drafts: rows.map(({ id, slug, article, fields, ...row }) => {
      const { title = '' }: Fields = { ...fields }
      const saved = deedOf(row.saved_at, row.saved_by)
      const proposed = row.proposed_at !== null && {
        proposed: deedOf(row.proposed_at, row.proposed_by),
      }
      return { id, slug, article, title: String(title), saved, ...proposed }
    }),
    ...(last && { after: timeCursor(last.saved_at, last.id) }),
  }
}

/** When something was done, and by which editor. */
export const deedOf = (at: Instant, by: string | null) => ({ at, ...(by !== null && { by }) })
