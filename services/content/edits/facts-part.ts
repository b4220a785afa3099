import { ONLY } from '../changes/readings.ts'
import { allFactsIn } from '../facts/fact-marks.ts'
import { shownFactList } from '../library/fact-list.ts'
import type { ArticleChange, PlanArticlePart } from './article-change.ts'

/** Which facts the article prints. A trigger writes it down; the page of facts names the article. */
export const factsPart: PlanArticlePart = (change) => ({
  watch: async (edit) => {
    if (changesUses(change)) await edit.track(shownFactList, ONLY)
  },
})

function changesUses({ existing, row, before, after }: ArticleChange): boolean {
  const were = existing ? allFactsIn(existing.body_html) : []
  const are = row ? allFactsIn(row.body_html) : were
  if (were.length === 0 && are.length === 0) return false
  return (
    were.join() !== are.join() ||
    before?.status !== after.status ||
    before.published_at !== after.published_at
  )
}
