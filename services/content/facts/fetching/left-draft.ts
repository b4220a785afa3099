import type { Kysely, Transaction } from 'kysely'
import type { FactValue } from '#shared/contracts/fact.ts'
import { SiteError } from '#shared/errors.ts'
import type { Reader } from '../../database/reader.ts'
import type { Database } from '../../database/schema.ts'
import type { Maker } from '../../editions/edition.ts'
import { beginSiteDraft, siteDraftTag } from '../../editions/stored-site-draft.ts'
import type { LeftDraft } from './fact-fetches.ts'

/** Names the editions and drafts that are made of what addresses say. */
export const FETCH_MAKER: Maker & { name: string } = { name: 'fetched-facts', origin: 'api' }

/**
 * @throws {SiteError} `conflict` while the file must stay as it is: a draft of it waits for its time, which
 *   another edition would keep from being published, or an editor has taken over a draft that was left
 */
export async function requireNoDraftInUse(db: Reader, file: string): Promise<void> {
  const draft = await db
    .selectFrom('site_draft')
    .select(['id', 'is_scheduled'])
    .where('file', '=', file)
    .where('discarded_at', 'is', null)
    .where(({ eb, and, or }) =>
      or([
        eb('is_scheduled', '=', true),
        and([
          eb('made_by', '=', FETCH_MAKER.name),
          or([eb('saved_by', 'is distinct from', FETCH_MAKER.name), eb('release', 'is not', null)]),
        ]),
      ]),
    )
    .orderBy('id')
    .limit(1)
    .executeTakeFirst()
  if (!draft) return
  const state = draft.is_scheduled ? 'waits for its time' : 'is in the hands of an editor'
  throw new SiteError('conflict', `the draft ${draft.id} of ${file} ${state}`)
}

interface DraftToLeave {
  file: string
  /** The ETag of the file that the text is made from. */
  base: string
  text: string
  value: Pick<FactValue, 'from' | 'is'>
  at: string
}

/**
 * Leaves a text of the file of facts to editors, as a draft: once for each value. A draft that they have
 * not touched follows the file and the address.
 *
 * @param former the last draft that was left for this fact
 */
export async function leaveDraft(
  tx: Transaction<Database>,
  former: LeftDraft | undefined,
  { file, base, text, value, at }: DraftToLeave,
): Promise<LeftDraft> {
  if (former) {
    const tag = siteDraftTag({ file, base, text })
    const isRenewed =
      tag === former.tag || (await changeUntouched(tx, former, { base, text, tag, saved_at: at }))
    if (isRenewed) return { id: former.id, tag, ...value }
    if (former.from === value.from && former.is === value.is) return former
  }
  const made = await beginSiteDraft(tx, { file, base, text, by: FETCH_MAKER.name, at })
  return { id: made.id, tag: made.tag, ...value }
}

/** Discards a draft that nothing is left of to do, unless an editor has touched it. */
export const discardLeftDraft = (
  db: Kysely<Database>,
  draft: LeftDraft,
  at: string,
): Promise<boolean> => changeUntouched(db, draft, { discarded_at: at })

async function changeUntouched(
  db: Kysely<Database>,
  { id, tag }: LeftDraft,
  change: { base: string; text: string; tag: string; saved_at: string } | { discarded_at: string },
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('site_draft')
    .set(change)
    .where('id', '=', id)
    .where('tag', '=', tag)
    .where('saved_by', '=', FETCH_MAKER.name)
    .where('discarded_at', 'is', null)
    .where('release', 'is', null)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}
