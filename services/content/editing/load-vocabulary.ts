import { buildVocabulary, type Vocabulary } from '../articles/vocabulary.ts'
import { loadCategories } from '../categories/category-repository.ts'
import type { Reader } from '../database/reader.ts'

/**
 * The authors and categories that articles may name now.
 *
 * @param tagline of the site
 */
export async function loadVocabulary(db: Reader, tagline: string): Promise<Vocabulary> {
  const authors = await db.selectFrom('author').select(['name', 'slug']).orderBy('slug').execute()
  return buildVocabulary(authors, await loadCategories(db), tagline)
}
