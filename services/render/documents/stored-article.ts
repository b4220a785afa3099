import { Type } from 'typebox'
import { parseShape } from '#shared/check-shape.ts'
import { ArticlePage } from '#shared/contracts/page.ts'
import type { StoredEntry } from '../store/stored-entry.ts'

const ArticleData = Type.Object({ result: Type.Object({ data: ArticlePage }) })

/** The article of a stored page; `undefined` if it is of another kind or not shown to readers. */
export function storedArticle({ status, bodies }: StoredEntry): ArticlePage | undefined {
  if (status !== 200 || !bodies.data) return undefined
  return parseShape(ArticleData, bodies.data.bytes.identity.toString())?.result.data
}
