import type { Edit } from '../changes/commit-edit.ts'
import { currentNumber, lastEditionOf } from '../editions/edition.ts'
import { cameBack } from '../editions/stored-side.ts'
import type { ContentProblem } from '../folder/content-problem.ts'
import type { ContentTree } from '../folder/read-content.ts'
import { type LeavingFile, problemOfMissingFile, vocabularyOf } from './file-context.ts'
import { compareWithFile } from './files-behind.ts'

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
    const { stored, number, isSame } = await compareWithFile(
      edit.tx,
      { path, article, base, text },
      vocabulary,
    )
    if (isSame && !(await cameBack(edit.tx, stored, number))) continue
    const last = await lastEditionOf(edit, article)
    const [by, at] = [last?.made_by ?? null, last?.made_at ?? null]
    const named = { slug: stored.slug, number: currentNumber(last, stored), by, at }
    const isThere = tree.articles.some(({ file }) => file === path)
    problems.push(problemOfMissingFile({ file: path, isThere }, named, vocabulary))
  }
  return problems
}
