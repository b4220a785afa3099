import { settleAll } from '#shared/settle-all.ts'
import type { Edit } from '../changes/commit-edit.ts'
import { ONLY, type Reading } from '../changes/readings.ts'
import type { Reader } from '../database/reader.ts'
import { buildVocabulary, type Vocabulary } from '../drafts/vocabulary.ts'
import { loadCategories } from '../site/category-repository.ts'
import { findSiteSettings, type SiteSettings } from '../site/site-settings.ts'

/** Everything that a draft is checked against. */
export interface DraftContext {
  /** `undefined` before the first import. */
  settings: SiteSettings | undefined
  vocabulary: Vocabulary
}

/** Loads the current settings, and the authors and categories that articles may name. */
export async function loadDraftContext(db: Reader): Promise<DraftContext> {
  const [settings, authors, categories] = await settleAll([
    findSiteSettings(db),
    db.selectFrom('author').select(['name', 'slug']).orderBy('slug').execute(),
    loadCategories(db),
  ])
  const vocabulary = buildVocabulary(authors, categories, settings?.site ?? { locale: 'en_US' })
  return { settings, vocabulary }
}

/** No edit of an article changes any of it. */
const draftContext: Reading<DraftContext> = {
  remembered: true,
  load: async ({ db }) => new Map([[ONLY[0], await loadDraftContext(db)]]),
}

export async function draftContextOf({ read, tx }: Edit): Promise<DraftContext> {
  return (await read(draftContext, ONLY)).get(ONLY[0]) ?? loadDraftContext(tx)
}
