import type { Entity } from '#shared/contracts/page.ts'
import type { Placement } from '../addresses/placement.ts'

/** Placements in the form of front matter. Neighbours with the same category become one entry. */
export function entitiesOf(placements: readonly Placement[]): Entity[] {
  const entities: Entity[] = []
  for (const { category, subcategory, topics } of placements) {
    const entry = { subcategory, subsubcategories: topics }
    const last = entities.at(-1)
    if (last?.category === category) last.subcategories.push(entry)
    else entities.push({ category, subcategories: [entry] })
  }
  return entities
}
