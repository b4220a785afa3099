import { together } from '#shared/together.ts'
import { buildVocabulary, type Vocabulary } from '../articles/vocabulary.ts'
import { loadCategories } from '../categories/category-repository.ts'
import type { Reader } from '../database/reader.ts'
import { findSiteSettings, type SiteSettings } from '../site/site-settings.ts'

/** What a draft is checked against. */
export interface DraftContext {
  /** `undefined` before the first import. */
  settings: SiteSettings | undefined
  vocabulary: Vocabulary
}

/** The settings as they are now, and the authors and categories that articles may name. */
export async function loadDraftContext(db: Reader): Promise<DraftContext> {
  const [settings, authors, categories] = await together([
    findSiteSettings(db),
    db.selectFrom('author').select(['name', 'slug']).orderBy('slug').execute(),
    loadCategories(db),
  ])
  const vocabulary = buildVocabulary(authors, categories, settings?.site.tagline ?? '')
  return { settings, vocabulary }
}
