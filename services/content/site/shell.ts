import type { Shell } from '#shared/contracts/site.ts'
import type { Category } from '../categories/category-repository.ts'
import { ONLY, type Shown } from '../changes/shown.ts'
import { tags } from '../changes/tags.ts'
import type { Reader } from '../database/reader.ts'
import { findSetting } from '../database/settings.ts'
import { findSiteSettings, type SiteSettings } from './site-settings.ts'

/** What header and footer show. */
export const shellOf = (
  { site, thirdPartyScripts }: SiteSettings,
  categories: readonly Category[],
  year: number,
): Shell => ({
  site,
  menu: categories.map((category) => ({
    label: category.title,
    key: `/${category.slug}`,
    children: category.children.map(({ title, slug }) => ({
      label: title,
      key: `/${category.slug}/${slug}`,
    })),
  })),
  year,
  ...(thirdPartyScripts && { thirdPartyScripts }),
})

export const shownShell: Shown<Shell> = {
  async look({ db, categories }) {
    // There is none before the first import.
    const settings = await findSiteSettings(db)
    if (!settings) return new Map()
    return new Map([[ONLY[0], shellOf(settings, await categories(), await loadYear(db))]])
  },
  tags(_key, before, after) {
    const differs = (word: 'title' | 'tagline') => before?.site[word] !== after?.site[word]
    return [
      ...(sayTheSame(before, after) ? [] : [tags.shell]),
      ...(differs('title') ? [tags.siteTitle] : []),
      ...(differs('tagline') ? [tags.siteTagline] : []),
      ...(sameScripts(before, after) ? [] : [tags.thirdPartyScripts]),
      ...(sameMenu(before, after) ? [] : [tags.names]),
    ]
  },
}

/** Whether header, footer and head are the same: tagline and scripts stand in none of them. */
const sayTheSame = (before: Shell | undefined, after: Shell | undefined) =>
  JSON.stringify(frameOf(before)) === JSON.stringify(frameOf(after))

const frameOf = (shell: Shell | undefined) =>
  shell && { ...shell, site: { ...shell.site, tagline: '' }, thirdPartyScripts: [] }

const sameScripts = (before: Shell | undefined, after: Shell | undefined) =>
  JSON.stringify(before?.thirdPartyScripts) === JSON.stringify(after?.thirdPartyScripts)

const sameMenu = (before: Shell | undefined, after: Shell | undefined) =>
  JSON.stringify(before?.menu) === JSON.stringify(after?.menu)

export const YEAR_SETTING = 'year'

/**
 * The year of the copyright line. It is stored, so that a page model depends on the database alone
 * and a new year is a change like any other, which the pages that show it hear about.
 */
export async function loadYear(db: Reader): Promise<number> {
  return Number(Reflect.get(Object(await findSetting(db, YEAR_SETTING)), 'year') ?? 0)
}
