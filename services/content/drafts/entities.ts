import type { Entity } from '#shared/contracts/page.ts'
import type { Placement } from '../addresses/placement.ts'
import type { Vocabulary } from './vocabulary.ts'

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

type Categories = Vocabulary['categories']

/** Every category with its fallback subcategory: the placements of an article that names none. */
export const defaultEntities = (categories: Categories): Entity[] =>
  [...categories].map(([category, { fallback }]) => ({
    category,
    subcategories: [{ subcategory: fallback, subsubcategories: [] }],
  }))

/**
 * Gives a draft without entities the default ones. Only for callers with that option: otherwise
 * such a draft is an error.
 */
export function withDefaultEntities<Draft extends object>(
  draft: Draft,
  categories: Categories,
): Draft {
  const entities: unknown = Reflect.get(draft, 'entities')
  const isHomeless = entities === undefined || (Array.isArray(entities) && entities.length === 0)
  return isHomeless ? { ...draft, entities: defaultEntities(categories) } : draft
}
