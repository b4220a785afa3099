import { hasShape, reasonsAgainst } from '#shared/check-shape.ts'
import { SiteError } from '#shared/errors.ts'
import { ChangeNote } from '../drafts/change-note.ts'

/** The fields of a PATCH. */
export function asPatch(body: unknown): Record<string, unknown> {
  if (typeof body === 'object' && body !== null && !Array.isArray(body)) return { ...body }
  throw new SiteError('invalid-input', 'Send the fields to change as a JSON object')
}

/** @throws {SiteError} for a note or a mark of a minor change of another type */
export function asNote(sent: Record<'note' | 'minor', unknown>): ChangeNote {
  if (hasShape(ChangeNote, sent)) return sent
  const reasons = reasonsAgainst(ChangeNote, sent)
  throw new SiteError('invalid-input', 'The article was not saved', { reasons })
}

/** A field set to null is removed, as if it had never been sent. */
export const withChanges = (stored: object, changes: object) =>
  Object.fromEntries(
    Object.entries({ ...stored, ...changes }).filter(([, value]) => value !== null),
  )

/**
 * Whether a PATCH brings back an article that was withdrawn.
 *
 * @throws {SiteError} when it says that an article is withdrawn
 */
export function bringsBack({ withdrawn }: Record<string, unknown>): boolean {
  if (withdrawn === undefined || withdrawn === false) return withdrawn === false
  const message = 'must be false, which brings a withdrawn article back; DELETE withdraws one'
  throw new SiteError('invalid-input', 'The article was not saved', {
    reasons: [{ field: '/withdrawn', message }],
  })
}

/** Says that there is no article, and how one that was withdrawn comes back. */
export function noArticle(slug: string, isWithdrawn: boolean): SiteError {
  const message = isWithdrawn
    ? `Article "${slug}" was withdrawn: PATCH with {"withdrawn": false} brings it back, with the ETag of the last of GET /articles/${slug}/editions`
    : `Article "${slug}" does not exist`
  return new SiteError('not-found', message)
}
