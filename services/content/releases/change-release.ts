import type { Transaction } from 'kysely'
import { SiteError } from '#shared/errors.ts'
import type { Database } from '../database/schema.ts'
import { type ChangeNote, reasonAgainstNote } from '../drafts/change-note.ts'

/** What a release publishes. */
export interface ReleasePart extends ChangeNote {
  /** Of a draft. */
  id: string
  /** False where it may publish an article again that was withdrawn. */
  withdrawn?: false
}

/** What a draft has that is in no release. */
export const IN_NONE = { release: null, brings_back: false, change_note: '{}' } as const

/**
 * Replaces what a release publishes. What leaves it stays a draft.
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
  if (wanted.size === 0) return
  const found = await tx
    .selectFrom('draft')
    .select(['id', 'release', 'discarded_at'])
    .where('id', 'in', [...wanted.keys()])
    .orderBy('id')
    .forUpdate()
    .execute()
  const reasons = [...wanted.values()].flatMap((part, at) => {
    const message = refusalOf(found.find((draft) => draft.id === part.id))
    const reason = message === undefined ? reasonAgainstNote(part) : { field: '', message }
    return reason ? [{ ...reason, field: `/drafts/${at}${reason.field}` }] : []
  })
  if (reasons.length > 0)
    throw new SiteError('conflict', 'The release was not changed', { reasons })
  for (const { id, withdrawn, ...note } of wanted.values()) {
    await tx
      .updateTable('draft')
      .set({ release, brings_back: withdrawn === false, change_note: JSON.stringify(note) })
      .where('id', '=', id)
      .execute()
  }
}

function refusalOf(
  draft: { release: string | null; discarded_at: string | null } | undefined,
): string | undefined {
  if (!draft) return 'is no draft'
  if (draft.discarded_at !== null) return 'was discarded'
  return draft.release === null ? undefined : `belongs to the release ${draft.release}`
}
