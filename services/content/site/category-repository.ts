import type { Link } from '#shared/contracts/page.ts'
import type { CategoryNode, SubcategoryNode } from '#shared/contracts/site.ts'
import { settleAll } from '#shared/settle-all.ts'
import type { Reader } from '../database/reader.ts'

export interface Category extends CategoryNode {
  /** The subcategory of articles that name none. */
  fallback: string
  /** Whether its articles explain terms and can be looked up by letter. */
  dictionary: boolean
}

/** The whole tree in its order, five categories of four: callers always read all of it. */
export async function loadCategories(db: Reader): Promise<Category[]> {
  const [categories, subcategories] = await settleAll([
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

/** Whether articles of a subcategory explain terms; those of the fallback do not. */
export const definesWords = (
  { dictionary, fallback }: Pick<Category, 'dictionary' | 'fallback'>,
  subcategory: string | null,
): boolean => dictionary && subcategory !== fallback

/** The lists of categories and of their subcategories, in the order of the menu. */
export const listsIn = (
  categories: readonly { slug: string; children: readonly { slug: string }[] }[],
): string[] =>
  categories.flatMap(({ slug, children }) => [
    slug,
    ...children.map((child) => `${slug}/${child.slug}`),
  ])

export const categoryLink = ({ title, slug }: Category): Link => ({ title, path: `/${slug}` })

export const subcategoryLink = (
  category: Pick<Category, 'slug'>,
  { title, slug }: SubcategoryNode,
): Link => ({
  title,
  path: `/${category.slug}/${slug}`,
})

/** The slugs of the categories that are dictionaries. */
export const dictionariesIn = (categories: readonly Category[]): string[] =>
  categories.filter(({ dictionary }) => dictionary).map(({ slug }) => slug)

/** The category that lists the terms of the whole site: the first dictionary. */
export const termDictionaryIn = (categories: readonly Category[]): string | undefined =>
  dictionariesIn(categories)[0]
