import { type Category, loadCategories } from '../categories/category-repository.ts'
import type { Reader } from '../database/reader.ts'
import { chooseForHome, type HomeChoice } from '../pages/home-page.ts'
import { loadSiteSettings, type SiteSettings } from '../site/site-settings.ts'

/** The content at one moment; what several questions need of it is read once. */
export interface Moment {
  db: Reader
  /** @throws {SiteError} `unavailable` before the first import */
  settings(): Promise<SiteSettings>
  categories(): Promise<Category[]>
  home(): Promise<HomeChoice>
}

export function openMoment(db: Reader): Moment {
  const settings = once(() => loadSiteSettings(db))
  const categories = once(() => loadCategories(db))
  const home = once(async () => {
    const { constants } = await settings()
    return chooseForHome({ db, categories: await categories(), constants })
  })
  return { db, settings, categories, home }
}

/** A failure is not remembered: what is missing may come. */
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
