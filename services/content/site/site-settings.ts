import { type Static, Type } from 'typebox'
import { Value } from 'typebox/value'
import { SiteConstants, SiteData, ThirdPartyScripts } from '#shared/contracts/site.ts'
import { SiteError } from '#shared/errors.ts'
import { UTC } from '#shared/text/time-zone.ts'
import type { Reader } from '../database/reader.ts'
import { findSetting } from '../database/settings.ts'

/** The content of `content/site.yaml` for the locale of this deployment. */
export const SiteSettings = Type.Object({
  site: SiteData,
  constants: SiteConstants,
  /** The public origin of the site, if the folder says it. */
  origin: Type.Optional(Type.String()),
  thirdPartyScripts: Type.Optional(ThirdPartyScripts),
})
export type SiteSettings = Static<typeof SiteSettings>

export const SITE_SETTING = 'site'

/** @throws {SiteError} `unavailable` before the first import */
export const loadSiteSettings = async (db: Reader): Promise<SiteSettings> =>
  requireSettings(await findSiteSettings(db))

/** @throws {SiteError} `unavailable` before the first import */
export function requireSettings(settings: SiteSettings | undefined): SiteSettings {
  if (!settings) throw new SiteError('unavailable', 'No content has been imported yet')
  return settings
}

/** The last settings read. They rarely change, so they are parsed once. */
let known: { text: string; settings: SiteSettings } | undefined

export async function findSiteSettings(db: Reader): Promise<SiteSettings | undefined> {
  const stored = await findSetting(db, SITE_SETTING)
  if (!stored) return undefined
  const text = JSON.stringify(stored)
  if (known?.text !== text) known = { text, settings: Value.Decode(SiteSettings, stored) }
  return known.settings
}

/** The time zone of the site. */
export const siteZone = async (db: Reader): Promise<string> =>
  (await findSiteSettings(db))?.site.zone ?? UTC
