import type { Insertable } from 'kysely'
import type { Static } from 'typebox'
import type { Locale, Tag } from '#shared/contracts/primitives.ts'
import { SiteConstants } from '#shared/contracts/site.ts'
import { keysOf } from '#shared/keys-of.ts'
import type { Edit } from '../changes/commit-edit.ts'
import { ONLY } from '../changes/readings.ts'
import { tags } from '../changes/tags.ts'
import type { Database } from '../database/schema.ts'
import { saveSetting } from '../database/settings.ts'
import type { PageSeoFile, SiteFile } from '../folder/content-files.ts'
import { shownShell } from '../library/shell.ts'
import { shownPageEntries } from '../library/sitemap-entries.ts'
import { sistersOf } from '../site/sister-sites.ts'
import { findSiteSettings, SITE_SETTING, type SiteSettings } from '../site/site-settings.ts'

const CONSTANTS = keysOf(SiteConstants.properties)

/** The tag that stands for each column of a page's title and description. */
const SEO_TAG_OF = {
  title: tags.seoTitle,
  description: tags.seoDescription,
} satisfies Record<keyof Omit<Insertable<Database['page_seo']>, 'name'>, (name: string) => Tag>

export async function importSite(
  edit: Edit,
  { constants, contacts, locales, thirdPartyScripts = [] }: Static<typeof SiteFile>,
  locale: Locale,
): Promise<void> {
  const texts = locales[locale]
  if (!texts) throw new Error(`site.yaml has no texts for ${locale}`)
  const { address: origin, ...names } = texts
  const sisters = sistersOf(locale, locales)
  const site = { ...names, locale, ...contacts, ...(sisters.length > 0 && { sisters }) }
  const settings: SiteSettings = {
    site,
    constants,
    ...(origin !== undefined && { origin }),
    ...(thirdPartyScripts.length > 0 && { thirdPartyScripts }),
  }
  const before = await findSiteSettings(edit.tx)
  await edit.track(shownShell, ONLY)
  await edit.track(shownPageEntries, ONLY)
  await saveSetting(edit.tx, SITE_SETTING, settings)
  for (const name of CONSTANTS) {
    if (before?.constants[name] !== constants[name]) edit.touch(tags.constant(name))
  }
}

export async function importPageSeo(edit: Edit, pages: Static<typeof PageSeoFile>): Promise<void> {
  const stored = await edit.tx.selectFrom('page_seo').selectAll().execute()
  const byName = new Map(stored.map((row) => [row.name, row]))
  for (const [name, columns] of Object.entries(pages)) {
    const before = byName.get(name)
    const changed = keysOf(SEO_TAG_OF).filter((column) => before?.[column] !== columns[column])
    if (changed.length === 0) continue
    await edit.tx
      .insertInto('page_seo')
      .values({ name, ...columns })
      .onConflict((conflict) => conflict.column('name').doUpdateSet(columns))
      .execute()
    edit.touch(...changed.map((column) => SEO_TAG_OF[column](name)))
  }
}
