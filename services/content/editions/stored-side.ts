import type { Reader } from '../database/reader.ts'
import type { WholeArticle } from '../library/stored-article.ts'
import { editionFields } from './edition.ts'
import type { Side } from './merge-edits.ts'

/** What is stored of an article, as one side of a merge. */
export const storedSide = (article: WholeArticle): Side => ({
  slug: article.slug,
  fields: editionFields(article),
  body: article.body_markdown,
})

/** An edition as one side of a merge. */
export async function editionSide(db: Reader, id: string): Promise<Side> {
  const { slug, fields, body } = await db
    .selectFrom('edition')
    .select(['slug', 'fields', 'body'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  return { slug, fields: { ...fields }, body }
}
