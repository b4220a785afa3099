import { MAX_CHANGES } from '../drafts/article-draft.ts'
import type { WrittenArticle } from '../library/stored-article.ts'
import type { Notice } from './warnings-about.ts'

/** Fields with notes for readers, whose lost entries are named one by one. */
export const NOTE_FIELDS = ['corrections', 'changes'] as const
type Notes = Pick<WrittenArticle, (typeof NOTE_FIELDS)[number]>

/**
 * A warning for each day of which an article has fewer notes than it had, as where a former edition is put
 * back: readers no longer find them. An entry in other words is not lost, and in a full list the oldest
 * makes room.
 */
export function warnOfLostNotes(before: Notes | undefined, after: Notes): Notice[] {
  if (!before) return []
  return NOTE_FIELDS.filter((field) => after[field].length < MAX_CHANGES).flatMap((field) => {
    const left = countByDay(after[field])
    const counts = [...countByDay(before[field])].map(([day, count]) => ({
      day,
      lost: count - (left.get(day) ?? 0),
    }))
    return counts
      .filter(({ lost }) => lost > 0)
      .map(({ day, lost }) => ({
        field: `/${field}`,
        code: 'W-DROPPED' as const,
        message: `lack ${lost} ${lost === 1 ? 'entry' : 'entries'} of ${day} that readers could see: send what they are to find further on as well`,
      }))
  })
}

function countByDay(notes: readonly { on: string }[]): Map<string, number> {
  const counts = new Map<string, number>()
  for (const { on } of notes) counts.set(on, (counts.get(on) ?? 0) + 1)
  return counts
}
