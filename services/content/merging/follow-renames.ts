import type { Edit } from '../changes/commit-edit.ts'
import { laterSides, storedSide } from '../editions/stored-side.ts'
import type { ContentTree } from '../folder/read-content.ts'
import { wholeArticle } from '../library/stored-article.ts'
import { sideOf } from './article-side.ts'
import type { KnownFile } from './file-context.ts'
import { indexTexts } from './like-texts.ts'

/**
 * A file may have got another name and another slug at once, so that neither tells which article it is
 * about. Its text does: the article is renamed, and not withdrawn and published again as another one.
 *
 * @param known files as they were imported last, by their paths
 * @returns the same, by the paths of today
 */
export async function followRenames(
  edit: Edit,
  tree: ContentTree,
  known: ReadonlyMap<string, KnownFile>,
): Promise<ReadonlyMap<string, KnownFile>> {
  const present = new Set(tree.articles.map(({ file }) => file))
  const lost = [...known.values()].filter(({ path, article }) => article && !present.has(path))
  const unknown = lost.length === 0 ? [] : tree.articles.filter(({ file }) => !known.has(file))
  const fresh = await withoutArticle(edit, unknown)
  if (fresh.length === 0) return known
  const findLike = await indexTexts(tree.folder, fresh)
  const renamed = new Map(known)
  for (const row of lost) {
    const to = row.article && findLike(await versionsOf(edit, row.article, row), isFree)
    if (!to) continue
    await edit.tx
      .updateTable('source_file')
      .set({ path: to })
      .where('path', '=', row.path)
      .execute()
    renamed.delete(row.path)
    renamed.set(to, { ...row, path: to })
  }
  return renamed

  function isFree(file: string): boolean {
    return !renamed.has(file)
  }
}

/** The files at whose address no article is. */
async function withoutArticle<File extends { slug: string }>(
  { tx }: Edit,
  files: readonly File[],
): Promise<File[]> {
  if (files.length === 0) return []
  const taken = await tx
    .selectFrom('article')
    .select('slug')
    .where(
      'slug',
      'in',
      files.map(({ slug }) => slug),
    )
    .execute()
  const slugs = new Set(taken.map(({ slug }) => slug))
  return files.filter(({ slug }) => !slugs.has(slug))
}

/** What a file of the article may have said. */
async function versionsOf(edit: Edit, article: string, { path, text }: KnownFile) {
  const imported = text === null ? undefined : sideOf(path, text)
  return [
    storedSide(await wholeArticle(edit.tx, article)),
    ...(await laterSides(edit.tx, article)),
    ...(imported ? [imported] : []),
  ]
}
