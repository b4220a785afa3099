import type { Selectable } from 'kysely'
import { RENDERER_VERSION, renderMarkdown } from '../articles/render-markdown.ts'
import { type SaveContext, saveArticle, withdrawArticle } from '../articles/save-article.ts'
import { tags } from '../changes/tags.ts'
import type { Database } from '../database/schema.ts'
import type { Edit } from '../editing/commit-edit.ts'
import type { ArticleToImport } from './check-content.ts'
import type { ArticleSource, ContentFile } from './read-content.ts'

type KnownFile = Selectable<Database['source_file']>

export interface ArticleImport {
  /** New or different since the last import, oldest first. */
  articles: readonly ArticleToImport[]
  /** All article files there are. */
  files: readonly ContentFile<ArticleSource>[]
  known: ReadonlyMap<string, KnownFile>
  save: SaveContext
}

/** Saves changed articles and withdraws those whose file was removed. */
export async function importArticles(
  edit: Edit,
  { articles, files, known, save }: ArticleImport,
): Promise<void> {
  for (const { file, article } of articles) {
    const existing = await findExisting(edit, file.value.slug, known.get(file.file)?.article)
    const id = await saveArticle(edit, file.value.slug, article, existing, save)
    await edit.tx
      .insertInto('source_file')
      .values({ path: file.file, hash: file.hash, article: id })
      .onConflict((conflict) =>
        conflict.column('path').doUpdateSet({ hash: file.hash, article: id }),
      )
      .execute()
  }
  await withdrawRemoved(edit, files, known, save.pageSize)
}

/** The article of this slug; else the one this file was about, whose slug was changed. */
async function findExisting(edit: Edit, slug: string, id: string | null | undefined) {
  const bySlug = await edit.tx
    .selectFrom('article')
    .selectAll()
    .where('slug', '=', slug)
    .executeTakeFirst()
  if (bySlug || !id) return bySlug
  return edit.tx.selectFrom('article').selectAll().where('id', '=', id).executeTakeFirst()
}

async function withdrawRemoved(
  edit: Edit,
  files: readonly ContentFile<ArticleSource>[],
  known: ReadonlyMap<string, KnownFile>,
  pageSize: number,
) {
  const present = new Set(files.map(({ file }) => file))
  for (const { path, article } of known.values()) {
    if (!article || present.has(path)) continue
    await edit.tx.deleteFrom('source_file').where('path', '=', path).execute()
    // A file that was only renamed still stands for its article, under its new name.
    const other = await edit.tx
      .selectFrom('source_file')
      .select('path')
      .where('article', '=', article)
      .executeTakeFirst()
    const row = await edit.tx
      .selectFrom('article')
      .selectAll()
      .where('id', '=', article)
      .executeTakeFirst()
    if (!other && row) await withdrawArticle(edit, row, pageSize)
    edit.touch(tags.article(article))
  }
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
