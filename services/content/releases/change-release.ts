import type { Transaction } from 'kysely'
import { SiteError } from '#shared/errors.ts'
import type { Database } from '../database/schema.ts'
import { type ChangeNote, isNoted, reasonAgainstNote } from '../drafts/change-note.ts'

/** What a release publishes. */
export interface ReleasePart extends ChangeNote {
  /** Of a draft. */
  id: string
  /** False where it may publish an article again that was withdrawn. */
  withdrawn?: false
}

/** A table of drafts that a release may publish. */
type DraftsTable = 'draft' | 'site_draft'
/** What a draft has that is in no release. What its editor said of the change stays with it. */
export const IN_NONE = { release: null, brings_back: false } as const

/**
 * Replaces what a release publishes. What leaves it stays a draft, and one without a note here keeps its own.
 *
 * @throws {SiteError} with every draft that does not exist, was discarded, or is in another release
 */
export async function replaceDrafts(
  tx: Transaction<Database>,
  release: string,
  parts: readonly ReleasePart[],
): Promise<void> {
  await tx.updateTable('draft').set(IN_NONE).where('release', '=', release).execute()
  const wanted = new Map(parts.map((part) => [part.id, part]))
  await requireFreeDrafts(tx, 'draft', [...wanted.values()], reasonAgainstNote)
  for (const { id, withdrawn, ...note } of wanted.values()) {
    await tx
      .updateTable('draft')
      .set({
        release,
        brings_back: withdrawn === false,
        ...(isNoted(note) && { change_note: JSON.stringify(note) }),
      })
      .where('id', '=', id)
      .execute()
  }
}

/** The same of files of the site. */
export async function replaceSiteDrafts(
  tx: Transaction<Database>,
  release: string,
  parts: readonly { id: string }[],
): Promise<void> {
  const drafts = tx.updateTable('site_draft')
  await drafts.set({ release: null }).where('release', '=', release).execute()
  const ids = [...new Set(parts.map(({ id }) => id))]
  await requireFreeDrafts(
    tx,
    'site_draft',
    ids.map((id) => ({ id })),
  )
  if (ids.length > 0) await drafts.set({ release }).where('id', 'in', ids).execute()
}

/**
 * Locks them.
 *
 * @param reasonAgainst what else may be wrong with a part
 * @throws {SiteError} naming those that the release cannot have
 */
async function requireFreeDrafts<Part extends { id: string }>(
  tx: Transaction<Database>,
  table: DraftsTable,
  parts: readonly Part[],
  reasonAgainst: (part: Part) => { field: string; message: string } | undefined = () => undefined,
): Promise<void> {
  if (parts.length === 0) return
  const found = await tx
    .selectFrom(table)
    .select(['id', 'release', 'discarded_at'])
    .where(
      'id',
      'in',
      parts.map(({ id }) => id),
    )
    .orderBy('id')
    .forUpdate()
    .execute()
  const list = table === 'draft' ? 'drafts' : 'siteDrafts'
  const reasons = parts.flatMap((part, at) => {
    const message = refusalOf(found.find((draft) => draft.id === part.id))
    const reason = message === undefined ? reasonAgainst(part) : { field: '', message }
    return reason ? [{ ...reason, field: `/${list}/${at}${reason.field}` }] : []
  })
  if (reasons.length === 0) return
  throw new SiteError('conflict', 'The release was not changed', { reasons })
}

function refusalOf(
  draft: { release: string | null; discarded_at: string | null } | undefined,
): string | undefined {
  if (!draft) return 'is no draft'
  if (draft.discarded_at !== null) return 'was discarded'
  return draft.release === null ? undefined : `belongs to the release ${draft.release}`
}
