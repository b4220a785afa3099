import type { Selectable } from 'kysely'
import { CONTENT_START, type Instant } from '#shared/contracts/primitives.ts'
import { fnvHash } from '#shared/text/fnv-hash.ts'
import { RENDERER_VERSION, renderMarkdown } from '../articles/render-markdown.ts'
import { type SaveContext, saveArticle, withdrawArticle } from '../articles/save-article.ts'
import { tags } from '../changes/tags.ts'
import type { Database } from '../database/schema.ts'
import type { Edit } from '../editing/commit-edit.ts'
import type { ArticleToImport } from './check-content.ts'
import type { ArticleSource, ContentFile } from './read-content.ts'

const DAY_SECONDS = 24 * 60 * 60

type KnownFile = Selectable<Database['source_file']>

export interface ArticleImport {
  /** New or different since the last import, oldest first. */
  articles: readonly ArticleToImport[]
  /** All article files there are. */
  files: readonly ContentFile<ArticleSource>[]
  known: ReadonlyMap<string, KnownFile>
  save: SaveContext
}

/** Saves changed articles and withdraws those that no file is about any more. */
export async function importArticles(
  edit: Edit,
  { articles, files, known, save }: ArticleImport,
): Promise<void> {
  const slugs = new Set(files.map(({ value }) => value.slug))
  const left = new Set<string>()
  for (const { file, article } of articles) {
    const former = known.get(file.file)?.article
    const existing = await findExisting(edit, file.value.slug, former, slugs)
    const publishedAt = article.publishedAt ?? existing?.published_at ?? undated(file.value.slug)
    const id = await saveArticle(edit, file.value.slug, { ...article, publishedAt }, existing, save)
    if (former && former !== id) left.add(former)
    await edit.tx
      .insertInto('source_file')
      .values({ path: file.file, hash: file.hash, article: id })
      .onConflict((conflict) =>
        conflict.column('path').doUpdateSet({ hash: file.hash, article: id }),
      )
      .execute()
  }

  const present = new Set(files.map(({ file }) => file))
  for (const { path, article } of known.values()) {
    if (!article || present.has(path)) continue
    await edit.tx.deleteFrom('source_file').where('path', '=', path).execute()
    left.add(article)
  }
  for (const id of left) await withdrawWithoutFile(edit, id, save.pageSize)
}

/** An article without a date belongs to the site's first day, at a moment of its own. */
const undated = (slug: string): Instant =>
  new Date(Date.parse(CONTENT_START) + (fnvHash(slug) % DAY_SECONDS) * 1_000).toISOString()

/**
 * The article of this slug; else the one this file was about, whose slug was changed, unless
 * another file has taken its slug over.
 */
async function findExisting(
  edit: Edit,
  slug: string,
  former: string | null | undefined,
  slugs: ReadonlySet<string>,
) {
  const articles = edit.tx.selectFrom('article').selectAll()
  const bySlug = await articles.where('slug', '=', slug).executeTakeFirst()
  if (bySlug || !former) return bySlug
  const byFile = await articles.where('id', '=', former).executeTakeFirst()
  return byFile && !slugs.has(byFile.slug) ? byFile : undefined
}

/** A file that was only renamed still stands for its article, under its new name. */
async function withdrawWithoutFile(edit: Edit, id: string, pageSize: number) {
  const file = await edit.tx
    .selectFrom('source_file')
    .select('path')
    .where('article', '=', id)
    .executeTakeFirst()
  if (file) return
  const article = await edit.tx
    .selectFrom('article')
    .selectAll()
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  await withdrawArticle(edit, article, pageSize)
}

/** Makes stored bodies anew that an older renderer made, those of the editor API included. */
export async function refreshRenderedArticles(edit: Edit): Promise<void> {
  const outdated = await edit.tx
    .selectFrom('article')
    .select(['id', 'title', 'body_markdown'])
    .where('renderer_version', '<>', RENDERER_VERSION)
    .execute()
  for (const { id, title, body_markdown } of outdated) {
    const { html, headings, wordCount } = renderMarkdown(body_markdown, title)
    await edit.tx
      .updateTable('article')
      .set({
        body_html: html,
        headings: JSON.stringify(headings),
        word_count: Math.max(1, wordCount),
        renderer_version: RENDERER_VERSION,
        revision: edit.revision,
      })
      .where('id', '=', id)
      .execute()
    edit.touch(tags.article(id), tags.card(id))
  }
}
