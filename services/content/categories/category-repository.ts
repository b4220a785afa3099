import type { CategoryNode } from '#shared/contracts/site.ts'
import { together } from '#shared/together.ts'
import type { Reader } from '../database/reader.ts'

export interface Category extends CategoryNode {
  /** The subcategory that takes what has no other. */
  fallback: string
  /** Its articles explain words and can be looked up by letter. */
  dictionary: boolean
}

/** The whole tree in its own order: five categories of four, so one read serves every use. */
export async function loadCategories(db: Reader): Promise<Category[]> {
  const [categories, subcategories] = await together([
    db
      .selectFrom('category')
      .select(['slug', 'title', 'description', 'fallback', 'dictionary'])
      .orderBy('position')
      .execute(),
    db
      .selectFrom('subcategory')
      .select(['category', 'slug', 'title', 'description'])
      .orderBy('category')
      .orderBy('position')
      .execute(),
  ])

  return categories.map((category) => ({
    ...category,
    children: subcategories
      .filter((subcategory) => subcategory.category === category.slug)
      .map(({ slug, title, description }) => ({ slug, title, description, children: null })),
  }))
}

/** Whether articles of a subcategory explain words: the rest of a dictionary only leads to more. */
export const definesWords = (
  { dictionary, fallback }: Pick<Category, 'dictionary' | 'fallback'>,
  subcategory: string | null,
): boolean => dictionary && subcategory !== fallback

/** The slugs of those that are dictionaries. */
export const dictionariesIn = (categories: readonly Category[]): string[] =>
  categories.filter(({ dictionary }) => dictionary).map(({ slug }) => slug)

/** The category whose letters list the terms of the whole site: its first dictionary. */
export const termDictionaryIn = (categories: readonly Category[]): string | undefined =>
  dictionariesIn(categories)[0]
