import type { Reader } from '../database/reader.ts'
import type { StoredArticle, WholeArticle } from '../library/stored-article.ts'
import { editionFields } from './edition.ts'
import type { Side } from './merge-edits.ts'

/** What is stored of an article, as one side of a merge. */
export const storedSide = (article: WholeArticle): Side => ({
  slug: article.slug,
  fields: editionFields(article),
  body: article.body_markdown,
})

const editions = (db: Reader) =>
  db.selectFrom('edition').select(['id', 'number', 'slug', 'fields', 'body'])

/** An edition as one side of a merge. */
export interface EditionSide extends Side {
  id: string
  number: number
}

export const editionSide = async (db: Reader, id: string): Promise<EditionSide> =>
  sideOfRow(await editions(db).where('id', '=', id).executeTakeFirstOrThrow())

/** Editions looked at where a file may have come from one of them. */
const LATER_EDITIONS = 30

/**
 * The newest editions of an article, the newest first; at most 30.
 *
 * @param from the lowest number
 */
export async function laterSides(db: Reader, article: string, from = 1): Promise<EditionSide[]> {
  const rows = await editions(db)
    .where('article', '=', article)
    .where('number', '>=', from)
    .orderBy('number', 'desc')
    .limit(LATER_EDITIONS)
    .execute()
  return rows.map(sideOfRow)
}

/**
 * The first edition that a file may have been given after its import.
 *
 * @param imported the edition that it was imported as
 * @param text that of the file then, where that edition has edits that the file lacked; else null
 */
export const firstLater = ({ number }: Pick<EditionSide, 'number'>, text: string | null): number =>
  text === null ? number + 1 : number

/** Whether an article is published that was withdrawn after one of its editions was made. */
export async function cameBack(
  db: Reader,
  { id, status }: Pick<StoredArticle, 'id' | 'status'>,
  number: number,
): Promise<boolean> {
  if (status !== 'published') return false
  const withdrawn = await db
    .selectFrom('edition')
    .select('id')
    .where('article', '=', id)
    .where('number', '>=', number)
    .where('state', '=', 'withdrawn')
    .limit(1)
    .executeTakeFirst()
  return withdrawn !== undefined
}

/** The last edition of an article that had one of these ETags, as one side of a merge. */
export async function taggedSide(
  db: Reader,
  { article, tags }: { article: string; tags: readonly string[] },
): Promise<Side | undefined> {
  const row = await editions(db)
    .where('article', '=', article)
    .where('tag', 'in', tags)
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
