import type { Slug } from '#shared/contracts/primitives.ts'
import type { Reader } from '../database/reader.ts'
import type { ArticleDraft } from '../drafts/article-draft.ts'
import { entitiesOf } from '../drafts/entities.ts'
import type { StoredDraft } from '../editions/stored-draft.ts'
import {
  type StoredArticle,
  type WholeArticle,
  wholeArticle,
  writtenFields,
} from '../library/stored-article.ts'

export function findArticle(db: Reader, slug: Slug): Promise<StoredArticle | undefined> {
  return db.selectFrom('article').selectAll().where('slug', '=', slug).executeTakeFirst()
}

/** An article that readers see; others count as none where a new one is written. */
export const liveOf = (article: WholeArticle | undefined) =>
  article?.status === 'published' ? article : undefined

export async function authorNameOf(db: Reader, { author }: StoredArticle): Promise<string> {
  const authors = db.selectFrom('author').select('name').where('slug', '=', author)
  return (await authors.executeTakeFirstOrThrow()).name
}

/** A stored article in the form of an editor's draft. */
export const draftOf = (article: WholeArticle, author: string): ArticleDraft => ({
  ...writtenFields(article),
  author,
  entities: entitiesOf(article.placements),
})

/** The article that a draft changes, also one that was withdrawn. */
export async function articleOfDraft(
  db: Reader,
  { article }: StoredDraft,
): Promise<WholeArticle | undefined> {
  return article === null ? undefined : wholeArticle(db, article)
}
