import { shownCorrections } from '../library/correction-list.ts'
import type { PlanArticlePart } from './article-change.ts'

/** What was corrected in the article; the page of corrections lists it. */
export const correctionsPart: PlanArticlePart = ({ id, existing, row }) => ({
  watch: async (edit) => {
    const corrections = [...(existing?.corrections ?? []), ...(row?.corrections ?? [])]
    if (corrections.length > 0) await edit.track(shownCorrections, [id])
  },
})
