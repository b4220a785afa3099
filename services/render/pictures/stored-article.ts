import { Type } from 'typebox'
import { Compile } from 'typebox/compile'
import { ArticlePage } from '#shared/contracts/page.ts'
import type { StoredEntry } from '../store/stored-entry.ts'

const articleData = Compile(Type.Object({ result: Type.Object({ data: ArticlePage }) }))

/** The article of a stored page; `undefined` when it is another page or none that readers see. */
export function storedArticle({ status, bodies }: StoredEntry): ArticlePage | undefined {
  if (status !== 200 || !bodies.data) return undefined
  const value: unknown = JSON.parse(bodies.data.bytes.identity.toString())
  return articleData.Check(value) ? value.result.data : undefined
}
