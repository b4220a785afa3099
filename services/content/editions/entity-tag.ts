import { hash } from 'node:crypto'
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
