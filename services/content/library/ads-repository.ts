import { type Static, Type } from 'typebox'
import { Value } from 'typebox/value'
import { Sponsored, type SponsoredLink } from '#shared/contracts/page.ts'
import type { PagePath } from '#shared/contracts/primitives.ts'
import { AD_PARSER_VERSION } from '../ads/parse-ad.ts'
import { NEW_PATH_AD } from '../ads/parse-ads.ts'
import type { Reader } from '../database/reader.ts'
import { findSetting } from '../database/settings.ts'
import { isStorable } from '../drafts/reasons-about-characters.ts'

/** By path, the sponsored links of the paths that have their own; in one statement. */
export async function loadAds(
  db: Reader,
  paths: readonly PagePath[],
): Promise<ReadonlyMap<PagePath, SponsoredLink[]>> {
  const askable = paths.filter(isStorable)
  if (askable.length === 0) return new Map()
  const query = db.selectFrom('ad').select(['path', 'shown']).where('path', 'in', askable)
  const rows = await query.execute()
  return new Map(rows.flatMap(({ path, shown }) => (shown.length > 0 ? [[path, shown]] : [])))
}

/** The ads of all other paths. */
export const loadNewPathAd = async (db: Reader): Promise<Sponsored> =>
  (await findNewPathAd(db))?.shown ?? { links: [] }

/** Ads parsed by an older version of the parser. */
export const loadOutdatedAds = (db: Reader) =>
  db.selectFrom('ad').selectAll().where('parser_version', '<>', AD_PARSER_VERSION).execute()

const NewPathAd = Type.Object({
  html: Type.String(),
  // Missing in rows that were stored before ads were parsed.
  shown: Type.Optional(Sponsored),
})

export async function findNewPathAd(db: Reader): Promise<Static<typeof NewPathAd> | undefined> {
  const stored = await findSetting(db, NEW_PATH_AD)
  return stored && Value.Decode(NewPathAd, stored)
}
