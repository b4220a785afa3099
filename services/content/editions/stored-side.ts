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

const editions = (db: Reader) =>
  db.selectFrom('edition').select(['number', 'slug', 'fields', 'body'])

/** An edition as one side of a merge. */
export interface EditionSide extends Side {
  number: number
}

export const editionSide = async (db: Reader, id: string): Promise<EditionSide> =>
  sideOfRow(await editions(db).where('id', '=', id).executeTakeFirstOrThrow())

/** The last edition of an article that had this ETag, as one side of a merge. */
export async function taggedSide(
  db: Reader,
  { article, tag }: { article: string; tag: string },
): Promise<Side | undefined> {
  const row = await editions(db)
    .where('article', '=', article)
    .where('tag', '=', tag)
    .orderBy('number', 'desc')
    .limit(1)
    .executeTakeFirst()
  return row && sideOfRow(row)
}

const sideOfRow = ({
  fields,
  ...row
}: Omit<EditionSide, 'fields'> & { fields: object }): EditionSide => ({
  ...row,
  fields: { ...fields },
})
