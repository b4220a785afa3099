import { sql } from 'kysely'
import type { Edit } from '../changes/commit-edit.ts'
import type { ContentProblem } from '../folder/content-problem.ts'
import type { ArticleToImport, CheckedChunk } from '../lint/check-content.ts'
import type { ArticleImporter } from './import-articles.ts'
import type { IsNew } from './import-site-files.ts'

interface CheckedSaving {
  isNew: IsNew
  articles: ArticleImporter
  /** Receives those of the articles. Once there is one, no more articles are saved. */
  problems: ContentProblem[]
  onChecked(count: number): void
  /** Called with checked articles whose files have not changed. */
  onUnchanged(articles: readonly ArticleToImport[]): Promise<void>
}

/** Saves new articles while the next ones are checked. @returns the remarks on all of them */
export async function saveChecked(
  edit: Edit,
  checked: AsyncIterable<CheckedChunk>,
  { articles, problems, isNew, onChecked, onUnchanged }: CheckedSaving,
): Promise<ContentProblem[]> {
  const remarks: ContentProblem[] = []
  let saving = Promise.resolve()
  let checkedCount = 0
  for await (const chunk of checked) {
    checkedCount += chunk.files
    onChecked(checkedCount)
    problems.push(...chunk.problems)
    remarks.push(...chunk.remarks)
    await saving
    await stayConnected(edit)
    // Once there is a problem, the rest is only checked for more problems, not saved.
    if (problems.length > 0) continue
    // Postgres stores these while the next ones are checked.
    saving = saveChunk(chunk.articles)
    saving.catch(() => {})
  }
  await saving
  return remarks

  async function saveChunk(chunk: readonly ArticleToImport[]): Promise<void> {
    await articles.save(chunk.filter(({ file }) => isNew(file)))
    await onUnchanged(chunk.filter(({ file }) => !isNew(file)))
  }
}

/** Postgres ends a transaction that is idle for too long, and checking articles may take long. */
async function stayConnected(edit: Edit) {
  await sql`select 1`.execute(edit.tx)
}
