import { type Static, Type } from 'typebox'
import { SiteError } from '#shared/errors.ts'
import { MAX_CHANGES, MAX_NOTE } from './article-draft.ts'

/** What an editor says of a change, beside the fields that change. */
export const ChangeNote = Type.Object({
  note: Type.Optional(
    Type.String({
      minLength: 1,
      maxLength: MAX_NOTE,
      description: 'The change in words for readers, who find them under the article',
    }),
  ),
  minor: Type.Optional(
    Type.Boolean({
      description:
        'True for what readers need not know: no warning says that a large change has no note',
    }),
  ),
})
export type ChangeNote = Static<typeof ChangeNote>

type Fields = Readonly<Record<string, unknown>>

/** Whether anything is said of the change; otherwise what was said before holds. */
export const isNoted = ({ note, minor }: ChangeNote): boolean =>
  note !== undefined || minor !== undefined

/** Why these words cannot be sent together. */
export const reasonAgainstNote = ({ note, minor }: ChangeNote) =>
  note !== undefined && minor
    ? { field: '/minor', message: 'is for changes without a note: send one of the two' }
    : undefined

/**
 * Puts what an editor says of a change into the fields of an article.
 *
 * @param day of the change, in the zone of the site
 */
export function withNote(fields: Fields, words: ChangeNote, day: string): Fields {
  const { note } = words
  if (note === undefined) return fields
  const reason = reasonAgainstNote(words)
  if (reason) {
    throw new SiteError('invalid-input', 'The article was not saved', { reasons: [reason] })
  }
  const before: readonly unknown[] = Array.isArray(fields.changes) ? fields.changes : []
  const [last] = before
  // A request that is sent again says nothing twice.
  const isThere = JSON.stringify(last) === JSON.stringify({ on: day, text: note })
  const changes = isThere ? before : [{ on: day, text: note }, ...before]
  // The oldest makes room.
  return { ...fields, changes: changes.slice(0, MAX_CHANGES) }
}
