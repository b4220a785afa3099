import type { Instant, Slug } from '#shared/contracts/primitives.ts'
import type { CheckedArticle } from '../drafts/check-article.ts'
import { timeOfEdit } from '../drafts/check-time.ts'
import { plainColumns } from '../drafts/draft-fields.ts'
import { originColumns } from '../drafts/origin.ts'
import { pickAuthor } from '../drafts/pick-author.ts'
import type { StoredArticle } from '../library/stored-article.ts'
import { RENDERER_VERSION } from '../markdown/render-markdown.ts'
import type { WrittenRow } from './article-state.ts'
import { isUpdate } from './is-update.ts'

/** A checked article whose author is known, by slug. */
export type SignedArticle = CheckedArticle & { author: string }

export const signArticle = <T extends CheckedArticle>(
  article: T,
  id: string,
  roster: readonly string[],
) => ({
  ...article,
  author: article.author ?? pickAuthor(id, roster),
})

/** The columns of an article, without id and revision, as edits and the first import write them. */
export function articleRow(
  slug: Slug,
  article: SignedArticle,
  existing: StoredArticle | undefined,
  now: Date,
): WrittenRow & { author: string } {
  const published_at = article.publishedAt ?? existing?.published_at ?? timeOfEdit(now)
  const row = {
    slug,
    status: 'published' as const,
    title: article.title,
    description: article.description,
    author: article.author,
    body_markdown: article.body,
    body_html: article.rendered.html,
    headings: article.rendered.headings,
    renderer_version: RENDERER_VERSION,
    word_count: article.rendered.wordCount,
    ...plainColumns(article),
    ...originColumns(article),
    published_at,
    expires_at: article.expiresAt ?? null,
    gone_to: null,
  }
  // Every edit is dated, also one that is no update for readers: a clock that is wrong is refused.
  const editedAt = existing && timeOfEdit(now)
  const isTold = existing !== undefined && isUpdate(existing, row)
  const toldAt = isTold ? editedAt : formerUpdate(existing, published_at)
  return { ...row, updated_at: latest(published_at, article.updatedAt ?? toldAt ?? published_at) }
}

/** One that was never updated has the time of its publication, also when that is corrected. */
const formerUpdate = (existing: StoredArticle | undefined, published_at: Instant) =>
  existing && existing.updated_at !== existing.published_at ? existing.updated_at : published_at

const latest = (a: Instant, b: Instant) => (a > b ? a : b)
