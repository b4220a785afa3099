import { hash, randomUUID } from 'node:crypto'
import type { Kysely, Selectable, Transaction } from 'kysely'
import { SiteError } from '#shared/errors.ts'
import type { Reader } from '../database/reader.ts'
import type { Database, SiteDraftTable } from '../database/schema.ts'
import { timeAndId, timeCursor } from './time-cursor.ts'

export type StoredSiteDraft = Selectable<SiteDraftTable>

/** The version of a draft. */
export const siteDraftTag = ({
  file,
  base,
  text,
}: Pick<StoredSiteDraft, 'file' | 'base' | 'text'>): string =>
  `"${hash('sha256', JSON.stringify([file, base, text]), 'base64url').slice(0, 22)}"`

export const findSiteDraft = (db: Reader, id: string): Promise<StoredSiteDraft | undefined> =>
  db.selectFrom('site_draft').selectAll().where('id', '=', id).executeTakeFirst()

/** The same, which nothing else changes until the end of the transaction. */
export const lockSiteDraft = (
  tx: Transaction<Database>,
  id: string,
): Promise<StoredSiteDraft | undefined> =>
  tx.selectFrom('site_draft').selectAll().where('id', '=', id).forUpdate().executeTakeFirst()

/** A draft without its text. */
export type ListedSiteDraft = Omit<StoredSiteDraft, 'text'>

const LISTED = [
  'id',
  'file',
  'base',
  'tag',
  'made_by',
  'made_at',
  'saved_by',
  'saved_at',
  'discarded_at',
  'release',
  'is_scheduled',
] as const

/** Drafts that are not discarded, of all editors. */
const MAX_SITE_DRAFTS = 1_000

interface BegunSiteDraft extends Pick<StoredSiteDraft, 'file' | 'base' | 'text'> {
  /** Who begins it, if that is known, and when. */
  by: string | null
  at: string
}

/** @throws {SiteError} where there are too many */
export async function beginSiteDraft(
  db: Kysely<Database>,
  { file, base, text, by, at }: BegunSiteDraft,
): Promise<StoredSiteDraft> {
  if ((await countSiteDrafts(db)) >= MAX_SITE_DRAFTS) {
    throw new SiteError('conflict', `There are ${MAX_SITE_DRAFTS} drafts: discard some first`)
  }
  return db
    .insertInto('site_draft')
    .values({
      id: randomUUID(),
      file,
      base,
      text,
      tag: siteDraftTag({ file, base, text }),
      made_by: by,
      made_at: at,
      saved_by: by,
      saved_at: at,
      discarded_at: null,
      release: null,
    })
    .returningAll()
    .executeTakeFirstOrThrow()
}

/** How many are not discarded. */
async function countSiteDrafts(db: Reader): Promise<number> {
  const { count } = await db
    .selectFrom('site_draft')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('discarded_at', 'is', null)
    .executeTakeFirstOrThrow()
  return Number(count)
}

/**
 * Drafts, the last saved first.
 *
 * @param options.after as the last answer says
 */
export async function listSiteDrafts(
  db: Reader,
  {
    isDiscarded,
    after,
    limit,
  }: { isDiscarded: boolean; after?: string | undefined; limit: number },
): Promise<{ drafts: ListedSiteDraft[]; after?: string }> {
  let query = db
    .selectFrom('site_draft')
    .select(LISTED)
    .where('discarded_at', isDiscarded ? 'is not' : 'is', null)
    .orderBy('saved_at', 'desc')
    .orderBy('id', 'desc')
    .limit(limit)
  if (after !== undefined) {
    query = query.where(({ eb, refTuple, tuple }) =>
      eb(refTuple('saved_at', 'id'), '<', tuple(...timeAndId(after))),
    )
  }
  const drafts = await query.execute()
  const last = drafts[limit - 1]
  return { drafts, ...(last && { after: timeCursor(last.saved_at, last.id) }) }
}
