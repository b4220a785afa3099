import { hash } from 'node:crypto'
import { sortedJson } from '../database/sorted-json.ts'
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
  const content = sortedJson({ ...writtenFields(article), author, places })
  return `"${hash('sha256', content, 'base64url').slice(0, 22)}"`
}
