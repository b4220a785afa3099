import type { Vocabulary } from '../articles/check-article.ts'
import { loadCategories } from '../categories/category-repository.ts'
import type { Reader } from '../database/reader.ts'

/** The authors and categories that articles may name now. */
export async function loadVocabulary(db: Reader): Promise<Vocabulary> {
  const authors = await db.selectFrom('author').select(['name', 'slug']).orderBy('slug').execute()
  const categories = await loadCategories(db)
  return {
    authors: new Map(authors.map(({ name, slug }) => [name, slug])),
    categories: new Map(
      categories.map(({ slug, fallback, children }) => [
        slug,
        { fallback, subcategories: new Set(children.map((child) => child.slug)) },
      ]),
    ),
  }
}
