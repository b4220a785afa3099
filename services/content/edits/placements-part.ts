import type { PlanArticlePart } from './article-change.ts'

/** Where an article is filed. */
export const placementsPart: PlanArticlePart = ({
  id,
  existing,
  placementsDiffer,
  after: { placements },
}) => ({
  write({ tx, send }) {
    if (!placementsDiffer) return
    if (existing) send(tx.deleteFrom('placement').where('article', '=', id))
    const rows = placements.map((placement, position) => ({ ...placement, article: id, position }))
    send(tx.insertInto('placement').values(rows))
  },
})
