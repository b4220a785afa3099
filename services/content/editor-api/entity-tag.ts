import { hash } from 'node:crypto'
import { SiteError } from '#shared/errors.ts'
import { type WrittenArticle, writtenFields } from '../library/stored-article.ts'

/**
 * The version of what an editor may change of an article. It is made from the content itself: several
 * edits may share one revision, of which only the last one's text is stored.
 */
export function entityTag(article: WrittenArticle): string {
  const { author, placements } = article
  const places = placements.map(({ category, subcategory, topics }) => [
    category,
    subcategory,
    topics,
  ])
  const content = JSON.stringify({ ...writtenFields(article), author, places }, inOrder)
  return `"${hash('sha256', content, 'base64url').slice(0, 22)}"`
}

/** Postgres returns the names of an object in an order of its own. */
const inOrder = (_: string, value: unknown): unknown =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
    ? Object.fromEntries(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1)))
    : value

/** Headers: each a list of entity tags, `*` for any existing article, or absent. */
export interface Conditions {
  'if-match'?: string
  'if-none-match'?: string
}

/**
 * Says whether an edit may be made of an article as it is now.
 *
 * @param current its tag; `undefined` when there is no article
 * @returns the reason to refuse it, with the code `precondition-failed`
 */
export function conditionRefusal(
  { 'if-match': wanted, 'if-none-match': unwanted }: Conditions,
  current: string | undefined,
): SiteError | undefined {
  const refuse = (message: string) => new SiteError('precondition-failed', message)
  if (wanted !== undefined) {
    if (current === undefined) return refuse('There is no article at this address to replace')
    if (!names(wanted, current)) {
      return refuse(
        `Somebody changed this article since you read it: its ETag is now ${current}. Read it again, then repeat your edit`,
      )
    }
  }
  if (unwanted !== undefined && current !== undefined && names(unwanted, current)) {
    return refuse(
      'There is an article at this address already, and it stays: choose another address for a new one',
    )
  }
  return undefined
}

function names(condition: string, current: string): boolean {
  const tags = condition.split(',').map((tag) => tag.trim())
  return tags.includes('*') || tags.includes(current)
}
