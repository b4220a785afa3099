import type { Link } from '#shared/contracts/page.ts'
import type { Locale, Tag } from '#shared/contracts/primitives.ts'
import type { MenuItem, MenuLeaf, Shell } from '#shared/contracts/site.ts'
import { fieldOf } from '#shared/field-of.ts'
import { settleAll } from '#shared/settle-all.ts'
import { lettersPath } from '../addresses/letter-addresses.ts'
import { ONLY, type TrackedReading } from '../changes/readings.ts'
import { tags } from '../changes/tags.ts'
import type { Reader } from '../database/reader.ts'
import { findSetting } from '../database/settings.ts'
import {
  type Category,
  categoryLink,
  subcategoryLink,
  termDictionaryIn,
} from '../site/category-repository.ts'
import { findSiteSettings, type SiteSettings } from '../site/site-settings.ts'
import { hasAnyExample } from './example-list.ts'
import { hasAnyFact } from './fact-repository.ts'
import { LETTER_TEXTS } from './letter-texts.ts'
import { loadMenuTopics, type MenuTopics } from './menu-topics.ts'

/** Whether the pages of facts and of tools have any, so that header and footer lead to them. */
export interface ShownPages {
  hasFacts: boolean
  hasTools: boolean
}

export async function loadShownPages(db: Reader): Promise<ShownPages> {
  const [hasFacts, hasTools] = await settleAll([hasAnyFact(db), hasAnyExample(db)])
  return { hasFacts, hasTools }
}

/** The data of header, footer and menu. */
export const shellOf = (
  { site, thirdPartyScripts }: SiteSettings,
  categories: readonly Category[],
  year: number,
  { sections }: Pick<MenuTopics, 'sections'>,
  { hasFacts, hasTools }: ShownPages,
): Shell => ({
  site,
  menu: categories.map((category) => ({
    ...leafOf(categoryLink(category)),
    children: category.children.map((child) => {
      const topics = sections[`${category.slug}/${child.slug}`]?.map(leafOf)
      const leaf = leafOf(subcategoryLink(category, child))
      return topics ? { ...leaf, children: topics } : leaf
    }),
  })),
  year,
  ...glossaryOf(site.locale, categories),
  ...(hasFacts && { hasFacts }),
  ...(hasTools && { hasTools }),
  ...(thirdPartyScripts && { thirdPartyScripts }),
})

const leafOf = ({ title, path }: Link): MenuLeaf => ({ label: title, key: path })

/** Links to the page of all terms, which belongs to the first dictionary. */
function glossaryOf(locale: Locale, categories: readonly Category[]): Pick<Shell, 'glossary'> {
  const dictionary = termDictionaryIn(categories)
  if (dictionary === undefined) return {}
  return { glossary: { title: LETTER_TEXTS[locale].index, path: lettersPath(dictionary) } }
}

export const shownShell: TrackedReading<Shell> = {
  async load({ db, categories }) {
    // Before the first import there are no settings and no shell.
    const settings = await findSiteSettings(db)
    if (!settings) return new Map()
    const [known, year, topics, pages] = await settleAll([
      categories(),
      loadYear(db),
      loadMenuTopics(db),
      loadShownPages(db),
    ])
    return new Map([[ONLY[0], shellOf(settings, known, year, topics, pages)]])
  },
  tags(_key, before, after) {
    const touchedIfDiffers = (tag: Tag, partOf: (shell: Shell) => unknown) => {
      const [was, is] = [before, after].map((shell) => JSON.stringify(shell && partOf(shell)))
      return was === is ? [] : [tag]
    }
    return [
      ...touchedIfDiffers(tags.shell, frameOf),
      ...touchedIfDiffers(tags.siteTitle, ({ site }) => site.title),
      ...touchedIfDiffers(tags.siteTagline, ({ site }) => site.tagline),
      ...touchedIfDiffers(tags.names, ({ menu }) => menu.map(branchOf)),
    ]
  },
}

/** What every document has of it: they do not contain the tagline. */
const frameOf = (shell: Shell) => ({ ...shell, site: { ...shell.site, tagline: '' } })

/** The names that search offers: those of categories, but not those of topics. */
const branchOf = ({ children, ...item }: MenuItem) => ({
  ...item,
  children: children?.map(({ label, key }) => ({ label, key })),
})

export const YEAR_SETTING = 'year'

/**
 * The year of the copyright line. It is stored so that a model depends on the database alone, and a
 * new year is an edit like any other, with a tag for the pages that show it.
 */
export async function loadYear(db: Reader): Promise<number> {
  return Number(fieldOf(await findSetting(db, YEAR_SETTING), 'year') ?? 0)
}
