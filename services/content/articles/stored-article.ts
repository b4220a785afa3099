import type { Selectable } from 'kysely'
import type { Locale } from '#shared/contracts/primitives.ts'
import { together } from '#shared/together.ts'
import type { Reader } from '../database/reader.ts'
import type { ArticleTable } from '../database/schema.ts'
import { type StoredTerm, termsOf } from '../glossary/term-repository.ts'
import type { CheckedArticle, Placement } from './check-article.ts'
import { type ListedPlace, placesOf } from './move-between-lists.ts'
import { storedOrigin } from './origin.ts'
import { renderMarkdown } from './render-markdown.ts'

export type StoredArticle = Selectable<ArticleTable>

/** An article with all that is stored of it elsewhere. */
export interface WholeArticle extends StoredArticle {
  /** Where it is filed, its home first. */
  placements: Placement[]
  terms: StoredTerm[]
  places: ListedPlace[]
}

export async function loadWhole(db: Reader, article: StoredArticle): Promise<WholeArticle> {
  const [placements, terms, places] = await together([
    placementsOf(db, article.id),
    termsOf(db, article.id),
    placesOf(db, article.id),
  ])
  return { ...article, placements, terms, places }
}

const placementsOf = (db: Reader, id: string): Promise<Placement[]> =>
  db
    .selectFrom('placement')
    .select(['category', 'subcategory', 'topics'])
    .where('article', '=', id)
    .orderBy('position')
    .execute()

/** A stored article as it would have to be saved to stay as it is. */
export const checkedOf = (article: WholeArticle, locale: Locale): CheckedArticle => ({
  ...writtenFields(article),
  author: article.author ?? undefined,
  rendered: renderMarkdown(article.body_markdown, article.title, locale),
  placements: article.placements,
})

/** What an editor wrote of an article, besides its names of others, in the terms of the editor API. */
export const writtenFields = (article: WholeArticle) => ({
  title: article.title,
  description: article.description,
  body: article.body_markdown,
  publishedAt: article.published_at,
  updatedAt: article.updated_at,
  takeaways: article.takeaways,
  sources: article.sources,
  terms: article.terms.map(({ id: _, ...term }) => term),
  ...storedOrigin(article),
  translationKey: article.translation_key,
  topNotchRank: article.top_notch_rank,
  favorite: article.favorite,
})
