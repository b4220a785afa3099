import type { Reader } from '../database/reader.ts'
import { termsOf } from '../glossary/term-repository.ts'
import type { CheckedArticle } from './check-article.ts'
import { renderMarkdown } from './render-markdown.ts'
import { placementsOf, type StoredArticle } from './save-article.ts'

/** A stored article as it would have to be saved to stay as it is. */
export async function checkedOf(db: Reader, article: StoredArticle): Promise<CheckedArticle> {
  return {
    ...(await writtenFields(db, article)),
    author: article.author ?? undefined,
    rendered: renderMarkdown(article.body_markdown, article.title),
    placements: await placementsOf(db, article.id),
  }
}

/** What an editor wrote of an article, besides its names of others, in the terms of the editor API. */
export async function writtenFields(db: Reader, article: StoredArticle) {
  const terms = await termsOf(db, article.id)
  return {
    title: article.title,
    description: article.description,
    body: article.body_markdown,
    publishedAt: article.published_at,
    updatedAt: article.updated_at,
    takeaways: article.takeaways,
    sources: article.sources,
    terms: terms.map(({ id: _, ...term }) => term),
    provenance: article.provenance,
    topNotchRank: article.top_notch_rank,
    favorite: article.favorite,
  }
}
