import type { Selectable } from 'kysely'
import type { Locale, Slug } from '#shared/contracts/primitives.ts'
import { settleAll } from '#shared/settle-all.ts'
import type { Placement } from '../addresses/placement.ts'
import type { Edit } from '../changes/commit-edit.ts'
import type { Reading } from '../changes/readings.ts'
import type { Reader } from '../database/reader.ts'
import type { ArticleTable } from '../database/schema.ts'
import type { CheckedArticle } from '../drafts/check-article.ts'
import { type PlainColumns, storedFields } from '../drafts/draft-fields.ts'
import { type OriginColumns, storedOrigin } from '../drafts/origin.ts'
import type { Term } from '../glossary/term.ts'
import { type RenderedMarkdown, renderMarkdown } from '../markdown/render-markdown.ts'
import { termsOf } from './term-repository.ts'

export type StoredArticle = Selectable<ArticleTable>

/** An article with the rows that other tables hold of it. */
export type WholeArticle = Awaited<ReturnType<typeof loadWhole>>

/** An article's place in a list. */
export type ListedPlace = WholeArticle['places'][number]

/** @returns the article with its placements (the home first), terms and places in all lists */
export async function loadWhole(db: Reader, article: StoredArticle) {
  const [placements, terms, places] = await settleAll([
    db
      .selectFrom('placement')
      .select(['category', 'subcategory', 'topics'])
      .where('article', '=', article.id)
      .orderBy('position')
      .execute(),
    termsOf(db, article.id),
    db
      .selectFrom('listing')
      .select(['list', 'position', 'published_at as publishedAt', 'letter'])
      .where('article', '=', article.id)
      .execute(),
  ])
  return { ...article, placements, terms, places }
}

/** The article with this id, which must be there. */
export const wholeArticle = async (db: Reader, id: string): Promise<WholeArticle> =>
  loadWhole(
    db,
    await db.selectFrom('article').selectAll().where('id', '=', id).executeTakeFirstOrThrow(),
  )

/** Articles as they are stored; keys are slugs. */
const storedArticles: Reading<WholeArticle> = {
  async load({ db }, slugs) {
    const articles = await db.selectFrom('article').selectAll().where('slug', 'in', slugs).execute()
    const whole = await settleAll(articles.map((article) => loadWhole(db, article)))
    return new Map(whole.map((article) => [article.slug, article]))
  },
}

/** The article with this slug, as the edit has left it so far. */
export const findWhole = async ({ current }: Edit, slug: Slug): Promise<WholeArticle | undefined> =>
  (await current(storedArticles, [slug])).get(slug)

/** Which of some ids articles have; keys are ids. */
const takenIds: Reading<boolean> = {
  async load({ db }, ids) {
    const rows = await db.selectFrom('article').select('id').where('id', 'in', ids).execute()
    return new Map(rows.map(({ id }) => [id, true]))
  },
}

export const isIdTaken = async ({ current }: Pick<Edit, 'current'>, id: string): Promise<boolean> =>
  (await current(takenIds, [id])).has(id)

/** Must be called when an edit writes an article, with each slug that it has or had. */
export function noteWritten({ wrote }: Edit, id: string, slugs: readonly Slug[]): void {
  wrote(takenIds, id, true)
  for (const slug of slugs) wrote(storedArticles, slug)
}

/** A stored article in the form in which saving it again would change nothing. */
export const checkedOf = (article: WholeArticle, locale: Locale): CheckedArticle => ({
  ...writtenFields(article),
  author: article.author ?? undefined,
  expiresAt: article.expires_at ?? undefined,
  rendered: renderStored(article, locale),
  placements: article.placements,
})

export type StoredText = Pick<
  StoredArticle,
  'title' | 'body_markdown' | 'body_html' | 'headings' | 'word_count'
>

/** Renders a text again. One that has more parts than are accepted today stays as it is shown. */
export function renderStored(article: StoredText, locale: Locale): RenderedMarkdown {
  const rendered = renderMarkdown(article.body_markdown, article.title, locale)
  if (rendered.excess !== 'parts') return rendered
  const { body_html: html, headings, word_count: wordCount } = article
  return { ...rendered, html, headings, wordCount }
}

/** What is stored of what editors write: all that a version of an article consists of. */
export interface WrittenArticle
  extends PlainColumns,
    OriginColumns,
    Pick<
      StoredArticle,
      | 'title'
      | 'description'
      | 'author'
      | 'body_markdown'
      | 'published_at'
      | 'updated_at'
      | 'expires_at'
    > {
  placements: readonly Placement[]
  terms: readonly (Term & { id?: string })[]
}

/** What an editor wrote in an article, as in the editor API, without author and placements. */
export const writtenFields = (article: Omit<WrittenArticle, 'author' | 'placements'>) => ({
  title: article.title,
  description: article.description,
  body: article.body_markdown,
  publishedAt: article.published_at,
  updatedAt: article.updated_at,
  ...(article.expires_at !== null && { expiresAt: article.expires_at }),
  ...storedFields(article),
  terms: article.terms.map(({ id: _, ...term }) => term),
  ...storedOrigin(article),
})
