import { RENDERER_VERSION, renderMarkdown } from '../articles/render-markdown.ts'
import { tags } from '../changes/tags.ts'
import type { Edit } from '../editing/commit-edit.ts'
import type { ContentFile, InfoSource } from './read-content.ts'

/** Brings info pages in step with their files; a page without a file is removed. */
export async function importInfoPages(
  edit: Edit,
  files: readonly ContentFile<InfoSource>[],
): Promise<void> {
  const stored = await edit.tx.selectFrom('info_page').selectAll().execute()
  const bySlug = new Map(stored.map((page) => [page.slug, page]))

  for (const { value } of files) {
    const { slug, path, title, body } = value
    const before = bySlug.get(slug)
    bySlug.delete(slug)
    const updated_at = new Date(value.updatedAt).toISOString()
    const same =
      before?.path === path &&
      before.title === title &&
      before.body_markdown === body &&
      before.updated_at === updated_at &&
      before.renderer_version === RENDERER_VERSION
    if (same) continue

    const { html, headings } = renderMarkdown(body, title)
    const columns = {
      path,
      title,
      body_markdown: body,
      body_html: html,
      headings: JSON.stringify(headings),
      renderer_version: RENDERER_VERSION,
      updated_at,
    }
    await edit.tx
      .insertInto('info_page')
      .values({ slug, ...columns })
      .onConflict((conflict) => conflict.column('slug').doUpdateSet(columns))
      .execute()
    edit.touch(tags.info(slug), tags.sitemap)
    if (before?.path !== path || before.title !== title) {
      edit.touch(tags.infoPages, tags.address(path))
    }
    if (before && before.path !== path) edit.touch(tags.address(before.path))
  }

  for (const { slug, path } of bySlug.values()) {
    await edit.tx.deleteFrom('info_page').where('slug', '=', slug).execute()
    edit.touch(tags.info(slug), tags.sitemap, tags.infoPages, tags.address(path))
  }
}
