import type { Entity } from './article-draft.ts'
import type { Vocabulary } from './vocabulary.ts'

type Categories = Vocabulary['categories']

/** Every category with its one subcategory for the rest: where an article stands that says nothing. */
export const defaultEntities = (categories: Categories): Entity[] =>
  [...categories].map(([category, { fallback }]) => ({
    category,
    subcategories: [{ subcategory: fallback, subsubcategories: [] }],
  }))

/**
 * Files a draft without entities under the default ones. Only for who asks for it: else such a draft
 * is a mistake.
 */
export function withDefaultEntities<Draft extends object>(
  draft: Draft,
  categories: Categories,
): Draft {
  const entities: unknown = Reflect.get(draft, 'entities')
  const isHomeless = entities === undefined || (Array.isArray(entities) && entities.length === 0)
  return isHomeless ? { ...draft, entities: defaultEntities(categories) } : draft
}
