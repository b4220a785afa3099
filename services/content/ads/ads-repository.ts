import { type Static, Type } from 'typebox'
import { Value } from 'typebox/value'
import { Sponsored, type SponsoredLink } from '#shared/contracts/page.ts'
import type { PagePath } from '#shared/contracts/primitives.ts'
import type { Reader } from '../database/reader.ts'
import { isStorable } from '../editing/reasons-about-characters.ts'
import { AD_PARSER_VERSION } from './parse-ad.ts'
import { NEW_PATH_AD } from './parse-ads.ts'

/** What paths show that somebody pays for. */
export interface Ads {
  /** Of those paths that have links of their own. */
  own: ReadonlyMap<PagePath, SponsoredLink[]>
  /** Of all others. */
  newPath: Sponsored
}

/** The ads of all these paths, in a number of statements that does not depend on theirs. */
export async function loadAds(db: Reader, paths: readonly PagePath[]): Promise<Ads> {
  const askable = paths.filter(isStorable)
  const rows =
    askable.length === 0
      ? []
      : await db.selectFrom('ad').select(['path', 'shown']).where('path', 'in', askable).execute()
  const newPath = await findNewPathAd(db)
  return {
    own: new Map(rows.flatMap(({ path, shown }) => (shown.length > 0 ? [[path, shown]] : []))),
    newPath: newPath?.shown ?? { links: [] },
  }
}

/** The ads that an older parser parsed. */
export const loadOutdatedAds = (db: Reader) =>
  db.selectFrom('ad').selectAll().where('parser_version', '<>', AD_PARSER_VERSION).execute()

const NewPathAd = Type.Object({
  html: Type.String(),
  // Absent from what was stored before ads were parsed.
  shown: Type.Optional(Sponsored),
})

export async function findNewPathAd(db: Reader): Promise<Static<typeof NewPathAd> | undefined> {
  const row = await db
    .selectFrom('setting')
    .select('value')
    .where('name', '=', NEW_PATH_AD)
    .executeTakeFirst()
  return row && Value.Decode(NewPathAd, row.value)
}
