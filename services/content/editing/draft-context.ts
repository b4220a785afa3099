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
  const { tagline = '', locale = 'en_US' } = settings?.site ?? {}
  const vocabulary = buildVocabulary(authors, categories, tagline, locale)
  return { settings, vocabulary }
}
