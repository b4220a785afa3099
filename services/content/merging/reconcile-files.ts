import { inParts } from '#shared/in-order.ts'
import { settleAll } from '#shared/settle-all.ts'
import type { Edit } from '../changes/commit-edit.ts'
import type { CodedReason } from '../drafts/rules.ts'
import type { Vocabulary } from '../drafts/vocabulary.ts'
import { currentNumber, lastEditionOf } from '../editions/edition.ts'
import { mergeEdits, type Side } from '../editions/merge-edits.ts'
import {
  type EditionSide,
  editionSide,
  firstLater,
  laterSides,
  storedSide,
} from '../editions/stored-side.ts'
import type { ContentProblem } from '../folder/content-problem.ts'
import { type ArticleFile, summaryOf } from '../folder/read-articles.ts'
import type { ContentTree } from '../folder/read-content.ts'
import { readText } from '../folder/read-text.ts'
import { wholeArticle } from '../library/stored-article.ts'
import { importedSide, saysTheSame, sideOf } from './article-side.ts'
import { articlesOfFiles, type FoundArticle } from './articles-of-files.ts'
import { baseOfFile, editionOfFile } from './base-of-file.ts'
import {
  type KnownFile,
  type LeavingFile,
  locateIn,
  nameByAuthor,
  reasonOfTakenAddress,
  reasonOfWithdrawal,
  reasonsOfConflicts,
  vocabularyOf,
} from './file-context.ts'
import { mergeIntoFile } from './merge-into-file.ts'
import { problemsOfMissingFiles } from './missing-files.ts'

interface ToReconcile {
  tree: ContentTree
  /** Those that are new or have changed since they were imported. */
  files: readonly ArticleFile[]
  known: ReadonlyMap<string, KnownFile>
  /** Files whose articles are to be withdrawn, as they were imported last. */
  missing: readonly LeavingFile[]
}

/** Articles looked up at once. */
const ARTICLES_AT_ONCE = 1_000

/**
 * Files and the editor API are two ways to edit the same articles. Where an article was edited through
 * the API since its file was imported, and the file has changed as well, the edits of both are merged.
 * Neither takes the place of the other unseen: what cannot be merged is an error, and nothing is imported,
 * until the file names the edition that its writer has seen. Then it wins where both differ.
 *
 * @param problems receives what cannot be merged
 * @returns files with other texts, by their names
 */
export async function reconcileFiles(
  edit: Edit,
  { tree, files, known, missing }: ToReconcile,
  problems: ContentProblem[],
): Promise<ReadonlyMap<string, ArticleFile>> {
  const merged = new Map<string, ArticleFile>()
  const withFile = new Set<string>()
  const vocabulary = vocabularyOf(tree)
  const rows = new Map([...known.values()].map((row) => [row.article, row]))
  for (const part of inParts(files, ARTICLES_AT_ONCE)) {
    const among = await articlesOfFiles(edit, part, { tree, known })
    for (const file of part) {
      const existing = among.get(file)
      if (existing) withFile.add(existing.id)
      const row = existing && rows.get(existing.id)
      if (!existing || (row && row.base === null && existing.status === 'published')) continue
      const found = await reconcile(edit, { file, existing, row, known, tree, vocabulary })
      if (found && 'problems' in found) problems.push(...found.problems)
      else if (found) merged.set(file.file, found)
    }
  }
  const lost = missing.filter(({ article }) => !withFile.has(article))
  problems.push(...(await problemsOfMissingFiles(edit, tree, lost)))
  return merged
}

interface OneToReconcile {
  file: ArticleFile
  existing: FoundArticle
  /** What was imported as this article, if any file was. */
  row: KnownFile | undefined
  known: ReadonlyMap<string, KnownFile>
  tree: ContentTree
  vocabulary: Vocabulary
}

/** @returns the file with another text, or why it cannot be imported; `undefined` if it can be as it is */
async function reconcile(
  edit: Edit,
  { file, existing, row, known, tree, vocabulary }: OneToReconcile,
): Promise<ArticleFile | { problems: ContentProblem[] } | undefined> {
  const [stored, last] = await settleAll([
    wholeArticle(edit.tx, existing.id),
    lastEditionOf(edit, existing.id),
  ])
  const number = currentNumber(last, stored)
  const read = await readText(tree.folder, file.file, [])
  const ours = read && sideOf(file.file, read.text)
  // What cannot be read is reported by its check.
  if (!read || !ours) return undefined
  const refuse = (...reasons: CodedReason[]) => {
    const problems = locateIn(file.file, read.text, reasons)
    return { problems }
  }
  const isSeen = file.edition === number
  // A file that says itself when its article ends may change that.
  const hasExpired = last?.ended_origin === 'schedule'
  const isGone = stored.status === 'gone' && !(hasExpired && ours.fields.expiresAt !== undefined)
  if (isGone && !isSeen) {
    // One that was withdrawn because its file was gone is published again with the file.
    if (!row && (last?.ended_origin ?? 'files') === 'files') return undefined
    const [by, at] = [last?.ended_by ?? null, last?.ended_at ?? null]
    const former = await formerArticleOf(edit, { file, existing, known })
    const gone = { slug: stored.slug, number, by, at, hasExpired, former }
    return refuse(reasonOfWithdrawal(gone, vocabulary))
  }
  const edited = storedSide(stored)
  const agreed = row
    ? await baseOfKnown(edit, {
        ours,
        file: file.file,
        row,
        current: { ...edited, id: last?.id ?? '', number },
        vocabulary,
      })
    : editionOfFile(ours, await laterSides(edit.tx, existing.id))
  if (!agreed) {
    if (isSeen || saysTheSame(ours, edited, vocabulary)) return undefined
    const former = await formerArticleOf(edit, { file, existing, known })
    return refuse(reasonOfTakenAddress({ number, former }))
  }
  const kept = stored.status === 'gone' ? withTimesOf(agreed, edited) : edited
  const merge = mergeEdits({ file: ours, agreed, stored: kept }, vocabulary)
  if (merge.conflicts.length > 0 && !isSeen) {
    const [by, at] = [last?.made_by ?? null, last?.made_at ?? null]
    const { edition: named } = ours.fields
    const edition = { slug: stored.slug, number, by, at, base: agreed.number, named }
    return refuse(...reasonsOfConflicts(merge.conflicts, edition, vocabulary))
  }
  const nameOf = nameByAuthor(tree)
  const text = mergeIntoFile(read.text, merge, ours.body, nameOf)
  if (text === read.text) return undefined
  const { listed } = summaryOf({ ...read, text })
  if (!listed) throw new Error(`${file.file} cannot be read once it is merged`)
  return { ...listed, text, written: read.text }
}

/** The slug of another article that the file was imported as, and that readers find today. */
async function formerArticleOf(
  { tx }: Edit,
  { file, existing, known }: Pick<OneToReconcile, 'file' | 'existing' | 'known'>,
): Promise<string | undefined> {
  const id = known.get(file.file)?.article
  if (!id || id === existing.id) return undefined
  const former = await tx
    .selectFrom('article')
    .select('slug')
    .where('id', '=', id)
    .where('status', '=', 'published')
    .executeTakeFirst()
  return former?.slug
}

/** What a file came from that was imported before: that, or an edition that a pull has written into it. */
async function baseOfKnown(
  { tx }: Edit,
  {
    ours,
    file,
    row,
    current,
    vocabulary,
  }: { ours: Side; file: string; row: KnownFile; current: EditionSide; vocabulary: Vocabulary },
): Promise<EditionSide> {
  if (row.base === null || row.article === null) return current
  const base = await editionSide(tx, row.base)
  const imported = importedSide(file, { base, text: row.text, file: ours }, vocabulary)
  const later = await laterSides(tx, row.article, firstLater(base, row.text))
  return baseOfFile(ours, { imported, later }, vocabulary)
}

/** When an article that is gone was to expire is over: its file may set another time, or none. */
const withTimesOf = ({ fields: { expiresAt, expiresTo } }: Side, side: Side): Side => ({
  ...side,
  fields: { ...side.fields, expiresAt, expiresTo },
})
