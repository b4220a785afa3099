import { articlePath } from '../addresses/article-path.ts'
import type { Edit } from '../changes/commit-edit.ts'
import { editionSide, laterSides } from '../editions/stored-side.ts'
import type { ArticleFile } from '../folder/read-articles.ts'
import type { ContentTree } from '../folder/read-content.ts'
import { readText } from '../folder/read-text.ts'
import type { StoredArticle } from '../library/stored-article.ts'
import { sideOf } from './article-side.ts'
import { editionOfFile } from './base-of-file.ts'
import type { KnownFile } from './file-context.ts'
import { inNoFile } from './in-no-file.ts'

/** Few are looked at any closer, so their texts are not loaded yet. */
export type FoundArticle = Pick<StoredArticle, 'id' | 'slug' | 'status'>

const COLUMNS = ['article.id', 'article.slug', 'article.status'] as const

/**
 * By file, the article that it is about: the one at its address or, where the editor API has moved that
 * article, or has made another one there, the one that the file came from.
 *
 * @param files those that are new or have changed since they were imported
 */
export async function articlesOfFiles(
  edit: Edit,
  files: readonly ArticleFile[],
  { tree, known }: { tree: ContentTree; known: ReadonlyMap<string, KnownFile> },
): Promise<Map<ArticleFile, FoundArticle>> {
  const { tx } = edit
  const slugs = files.map(({ slug }) => slug)
  const ids = files.flatMap(({ file }) => known.get(file)?.article ?? [])
  const articles = await tx
    .selectFrom('article')
    .select(COLUMNS)
    .where(({ eb, or }) =>
      or([eb('slug', 'in', slugs), ...(ids.length > 0 ? [eb('id', 'in', ids)] : [])]),
    )
    .execute()
  const bySlug = new Map(articles.map((article) => [article.slug, article]))
  const byId = new Map(articles.map((article) => [article.id, article]))
  const taken = new Set(tree.articles.map(({ slug }) => slug))
  const found = new Map<ArticleFile, FoundArticle>()
  const lost: ArticleFile[] = []
  for (const file of files) {
    const row = known.get(file.file)
    const [named, former] = [bySlug.get(file.slug), byId.get(row?.article ?? '')]
    const isMoved = named && former && named.id !== former.id
    if (isMoved) found.set(file, await oneOf(edit, { tree, file, row, named, former }))
    else if (named) found.set(file, named)
    else if (former && !taken.has(former.slug)) found.set(file, former)
    else lost.push(file)
  }
  for (const [file, article] of await formerlyAt(edit, lost, tree)) found.set(file, article)
  return found
}

interface TwoArticles {
  tree: ContentTree
  file: ArticleFile
  row: KnownFile | undefined
  /** At the file's address. */
  named: FoundArticle
  /** That the file was imported as. */
  former: FoundArticle
}

/** A file whose address is still that of its import means that article, unless it has the text of the other. */
async function oneOf(
  { tx }: Edit,
  { tree, file, row, named, former }: TwoArticles,
): Promise<FoundArticle> {
  const base = row && row.base !== null ? await editionSide(tx, row.base) : former
  const { slug } = (row?.text ? sideOf(file.file, row.text) : undefined) ?? base
  if (slug !== file.slug) return named
  const side = await sideIn(tree, file)
  return side && editionOfFile(side, await laterSides(tx, named.id)) ? named : former
}

/** Articles in no file that the API has moved away from the address of one, where it came from them. */
async function formerlyAt(
  { tx }: Edit,
  files: readonly ArticleFile[],
  tree: ContentTree,
): Promise<[ArticleFile, FoundArticle][]> {
  if (files.length === 0) return []
  const addresses = files.map(({ slug }) => articlePath(slug))
  const rows = await tx
    .selectFrom('redirect')
    .innerJoin('article', 'article.id', 'redirect.article')
    .select([...COLUMNS, 'redirect.from_path as former'])
    .where('redirect.from_path', 'in', addresses)
    .where(inNoFile)
    .execute()
  const movedTo = new Map(rows.map(({ former, ...article }) => [former, article]))
  const found: [ArticleFile, FoundArticle][] = []
  for (const file of files) {
    const article = movedTo.get(articlePath(file.slug))
    const side = article && (await sideIn(tree, file))
    if (side && editionOfFile(side, await laterSides(tx, article.id))) found.push([file, article])
  }
  return found
}

async function sideIn({ folder }: ContentTree, { file }: ArticleFile) {
  const read = await readText(folder, file, [])
  return read && sideOf(file, read.text)
}
