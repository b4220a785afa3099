import { settleAll } from '#shared/settle-all.ts'
import type { Edit } from '../changes/commit-edit.ts'
import { currentNumber, lastEditionOf } from '../editions/edition.ts'
import { mergeEdits } from '../editions/merge-edits.ts'
import { cameBack, editionSide, storedSide } from '../editions/stored-side.ts'
import type { ContentProblem } from '../folder/content-problem.ts'
import type { ContentTree } from '../folder/read-content.ts'
import { wholeArticle } from '../library/stored-article.ts'
import { importedSide } from './article-side.ts'
import { type LeavingFile, problemOfMissingFile, vocabularyOf } from './file-context.ts'

/**
 * An import withdraws an article whose file is gone, but not what was edited through the API since:
 * who took the file away has not seen that.
 *
 * @param missing files whose articles are to be withdrawn, as they were imported last
 */
export async function problemsOfMissingFiles(
  edit: Edit,
  tree: ContentTree,
  missing: readonly LeavingFile[],
): Promise<ContentProblem[]> {
  const vocabulary = vocabularyOf(tree)
  const problems: ContentProblem[] = []
  for (const { path, article, base, text } of missing) {
    if (base === null) continue
    const [stored, edition] = await settleAll([
      wholeArticle(edit.tx, article),
      editionSide(edit.tx, base),
    ])
    const agreed = importedSide(path, { base: edition, text }, vocabulary)
    const merge = mergeEdits({ file: agreed, agreed, stored: storedSide(stored) }, vocabulary)
    const isSame = merge.changes.size === 0 && merge.body === agreed.body
    if (isSame && !(await cameBack(edit.tx, stored, edition.number))) continue
    const last = await lastEditionOf(edit, article)
    const [by, at] = [last?.made_by ?? null, last?.made_at ?? null]
    const named = { slug: stored.slug, number: currentNumber(last, stored), by, at }
    const isThere = tree.articles.some(({ file }) => file === path)
    problems.push(problemOfMissingFile({ file: path, isThere }, named, vocabulary))
  }
  return problems
}
