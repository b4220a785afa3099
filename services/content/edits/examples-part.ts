import { ONLY } from '../changes/readings.ts'
import { shownExamples } from '../library/example-list.ts'
import { shownShell } from '../library/shell.ts'
import { findExamples } from '../markdown/find-examples.ts'
import type { PlanArticlePart } from './article-change.ts'
import { isPublished } from './article-change.ts'

/** Which examples the article has. A trigger notes that it has some; the page of tools lists them. */
export const examplesPart: PlanArticlePart = ({ id, existing, row, before, after }) => {
  const html = existing?.body_html ?? ''
  const had = isPublished(before) && findExamples(html).length > 0
  const has = isPublished(after) && findExamples(row?.body_html ?? html).length > 0
  return {
    watch: async (edit) => {
      if (had || has) await edit.track(shownExamples, [id])
      // Menu and footer lead to the page once there is an example.
      if (had !== has) await edit.track(shownShell, ONLY)
    },
  }
}
