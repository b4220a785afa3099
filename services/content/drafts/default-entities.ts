import type { Entity } from './article-draft.ts'
import type { Vocabulary } from './vocabulary.ts'

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
