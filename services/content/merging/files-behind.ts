import { inParts } from '#shared/in-order.ts'
import { settleAll } from '#shared/settle-all.ts'
import type { Reader } from '../database/reader.ts'
import type { Vocabulary } from '../drafts/vocabulary.ts'
import { mergeEdits } from '../editions/merge-edits.ts'
import { editionSide, storedSide } from '../editions/stored-side.ts'
import type { ContentTree } from '../folder/read-content.ts'
import { wholeArticle } from '../library/stored-article.ts'
import { importedSide } from './article-side.ts'
import { type KnownFile, vocabularyOf } from './file-context.ts'
import { inNoFile } from './in-no-file.ts'

/** Articles compared at once. */
const COMPARED_AT_ONCE = 50

/** What a pull would write or put aside in the folder as it was imported. */
export interface FilesBehind {
  /** Files that lack what was edited through the API. */
  changed: number
  /** Articles that were made through the API and are in no file. */
  made: number
}

export async function countFilesBehind(db: Reader, tree: ContentTree): Promise<FilesBehind> {
  const rows = await db
    .selectFrom('source_file')
    .selectAll()
    .where(({ eb, or }) => or([eb('base', 'is not', null), eb('text', 'is not', null)]))
    .orderBy('path')
    .execute()
  const vocabulary = vocabularyOf(tree)
  let changed = 0
  for (const part of inParts(rows, COMPARED_AT_ONCE)) {
    const behind = await settleAll(part.map((row) => isBehind(db, row, vocabulary)))
    changed += behind.filter(Boolean).length
  }
  const { made } = await db
    .selectFrom('article')
    .select(({ fn }) => fn.countAll<number>().as('made'))
    .where('status', '=', 'published')
    .where(inNoFile)
    .executeTakeFirstOrThrow()
  return { changed, made: Number(made) }
}

async function isBehind(db: Reader, { base, article, ...row }: KnownFile, vocabulary: Vocabulary) {
  // Of files of the site, a text is kept only where they lack something.
  if (base === null || article === null) return true
  const { stored, isSame } = await compareWithFile(db, { ...row, base, article }, vocabulary)
  return !isSame || stored.status === 'gone'
}

/** Compares an article with its file, as that was imported last. */
export async function compareWithFile(
  db: Reader,
  {
    path,
    article,
    base,
    text,
  }: Pick<KnownFile, 'path' | 'text'> & { article: string; base: string },
  vocabulary: Vocabulary,
) {
  const [stored, edition] = await settleAll([wholeArticle(db, article), editionSide(db, base)])
  const agreed = importedSide(path, { base: edition, text }, vocabulary)
  const merge = mergeEdits({ file: agreed, agreed, stored: storedSide(stored) }, vocabulary)
  const isSame = merge.changes.size === 0 && merge.body === agreed.body
  return { stored, number: edition.number, isSame }
}
