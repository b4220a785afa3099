import type { Reader } from '../database/reader.ts'
import { type Category, loadCategories } from '../site/category-repository.ts'
import { loadSiteSettings, type SiteSettings } from '../site/site-settings.ts'

/** The content at one point of an edit. What several `look`s need is read once. */
export interface Moment {
  db: Reader
  /** @throws {SiteError} `unavailable` before the first import */
  settings(): Promise<SiteSettings>
  categories(): Promise<Category[]>
}

export function openMoment(db: Reader): Moment {
  const settings = once(() => loadSiteSettings(db))
  const categories = once(() => loadCategories(db))
  return { db, settings, categories }
}

/** A failed load is not remembered, so that the next caller tries again. */
function once<T>(load: () => Promise<T>): () => Promise<T> {
  let known: Promise<T> | undefined
  return () => {
    known ??= load().catch((error: unknown) => {
      known = undefined
      throw error
    })
    return known
  }
}
