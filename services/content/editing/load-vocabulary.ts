import { buildVocabulary, type Vocabulary } from '../articles/vocabulary.ts'
import { loadCategories } from '../categories/category-repository.ts'
import type { Reader } from '../database/reader.ts'
import { findSiteSettings } from '../site/site-settings.ts'

/** The authors and categories that articles may name now. */
export async function loadVocabulary(db: Reader): Promise<Vocabulary> {
  const authors = await db.selectFrom('author').select(['name', 'slug']).orderBy('slug').execute()
  const settings = await findSiteSettings(db)
  return buildVocabulary(authors, await loadCategories(db), settings?.site.tagline ?? '')
}
