import type { CategoryNode } from '#shared/contracts/site.ts'
import type { Reader } from '../database/reader.ts'

/** A category as the tree shows it, and the subcategory that takes what has no other. */
export interface Category extends CategoryNode {
  fallback: string
}

/** The whole tree in its own order: five categories of four, so one read serves every use. */
export async function loadCategories(db: Reader): Promise<Category[]> {
  const categories = await db
    .selectFrom('category')
    .select(['slug', 'title', 'description', 'fallback'])
    .orderBy('position')
    .execute()
  const subcategories = await db
    .selectFrom('subcategory')
    .select(['category', 'slug', 'title', 'description'])
    .orderBy('category')
    .orderBy('position')
    .execute()

  return categories.map((category) => ({
    ...category,
    children: subcategories
      .filter((subcategory) => subcategory.category === category.slug)
      .map(({ slug, title, description }) => ({ slug, title, description, children: null })),
  }))
}
