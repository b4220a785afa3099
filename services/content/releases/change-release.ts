import type { Transaction } from 'kysely'
import { SiteError } from '#shared/errors.ts'
import type { Database } from '../database/schema.ts'

/** What a release publishes. */
export interface ReleasePart {
  /** Of a draft. */
  id: string
  /** False where it may publish an article again that was withdrawn. */
  withdrawn?: false
}

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
  await tx
    .updateTable('draft')
    .set({ release: null, brings_back: false })
    .where('release', '=', release)
    .execute()
  const wanted = new Map(parts.map((part) => [part.id, part]))
  if (wanted.size === 0) return
  const found = await tx
    .selectFrom('draft')
    .select(['id', 'release', 'discarded_at'])
    .where('id', 'in', [...wanted.keys()])
    .orderBy('id')
    .forUpdate()
    .execute()
  const reasons = [...wanted.keys()].flatMap((id, at) => {
    const message = refusalOf(found.find((draft) => draft.id === id))
    return message === undefined ? [] : [{ field: `/drafts/${at}`, message }]
  })
  if (reasons.length > 0)
    throw new SiteError('conflict', 'The release was not changed', { reasons })
  for (const { id, withdrawn } of wanted.values()) {
    await tx
      .updateTable('draft')
      .set({ release, brings_back: withdrawn === false })
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
