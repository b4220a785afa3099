import type { Static } from 'typebox'
import type { Locale } from '#shared/contracts/primitives.ts'
import type { SiteConstants } from '#shared/contracts/site.ts'
import type { Edit } from '../changes/commit-edit.ts'
import { ONLY } from '../changes/shown.ts'
import { tags } from '../changes/tags.ts'
import { saveSetting } from '../database/settings.ts'
import type { PageSeoFile, SiteFile } from '../folder/content-files.ts'
import { shownShell } from '../library/shell.ts'
import { shownPageEntries } from '../library/sitemap-entries.ts'
import { sistersOf } from '../site/sister-sites.ts'
import { findSiteSettings, SITE_SETTING, type SiteSettings } from '../site/site-settings.ts'

const CONSTANTS = [
  'topNotch',
  'pageSize',
  'favorites',
  'more',
  'perCategoryOnHome',
] as const satisfies (keyof SiteConstants)[]

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
  await edit.watch(shownShell, ONLY)
  await edit.watch(shownPageEntries, ONLY)
  await saveSetting(edit.tx, SITE_SETTING, settings)
  for (const name of CONSTANTS) {
    if (before?.constants[name] !== constants[name]) edit.touch(tags.constant(name))
  }
}

export async function importPageSeo(edit: Edit, pages: Static<typeof PageSeoFile>): Promise<void> {
  const stored = await edit.tx.selectFrom('page_seo').selectAll().execute()
  const byName = new Map(stored.map((row) => [row.name, row]))
  for (const [name, { title, description }] of Object.entries(pages)) {
    const before = byName.get(name)
    if (before?.title === title && before.description === description) continue
    await edit.tx
      .insertInto('page_seo')
      .values({ name, title, description })
      .onConflict((conflict) => conflict.column('name').doUpdateSet({ title, description }))
      .execute()
    if (before?.title !== title) edit.touch(tags.seoTitle(name))
    if (before?.description !== description) edit.touch(tags.seoDescription(name))
  }
}
