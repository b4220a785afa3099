import { areEqual } from '../edits/article-state.ts'
import type { WrittenArticle } from '../library/stored-article.ts'
import type { Notice } from './warnings-about.ts'

/** Fewer words that are gone or new are not worth a note by themselves. */
const MIN_WORDS = 50
/** The part of all words of both texts. */
const MIN_PART = 1 / 4

/** A warning where much of a text is another one, and readers are told nothing of it. */
export function remindOfNote(
  before: WrittenArticle | undefined,
  after: WrittenArticle,
  isMinor = false,
): Notice[] {
  const announced = ['updated_at', 'changes', 'corrections'] as const
  if (!before || isMinor || announced.some((name) => !areEqual(before[name], after[name])))
    return []
  if (!isMuchOther(before.body_markdown, after.body_markdown)) return []
  const message =
    'do not name this change, so the time of the update stays, although much of the text is another one: say in a note what was changed, or that it is minor'
  return [{ field: '/changes', code: 'W-NO-NOTE', message }]
}

function isMuchOther(before: string, after: string): boolean {
  if (before === after) return false
  const [were, are] = [wordsOf(before), wordsOf(after)]
  const counts = new Map<string, number>()
  for (const word of were) counts.set(word, (counts.get(word) ?? 0) + 1)
  for (const word of are) counts.set(word, (counts.get(word) ?? 0) - 1)
  const others = [...counts.values()].reduce((sum, count) => sum + Math.abs(count), 0)
  return others >= MIN_WORDS && others >= (were.length + are.length) * MIN_PART
}

const wordsOf = (text: string) => text.split(/\s+/)
