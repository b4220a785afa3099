import { settleAll } from '#shared/settle-all.ts'
import type { Edit } from '../changes/commit-edit.ts'
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
  const { tagline = '', locale = 'en_US' } = settings?.site ?? {}
  const vocabulary = buildVocabulary(authors, categories, tagline, locale)
  return { settings, vocabulary }
}

const known = new WeakMap<Edit['tx'], Promise<DraftContext>>()

/** The same for all edits of articles in one transaction, since none of them changes any of it. */
export function draftContextOf({ tx }: Edit): Promise<DraftContext> {
  const loaded = known.get(tx) ?? loadDraftContext(tx)
  known.set(tx, loaded)
  return loaded
}
