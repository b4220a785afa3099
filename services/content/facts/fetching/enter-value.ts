import type { Kysely } from 'kysely'
import type { FactValue } from '#shared/contracts/fact.ts'
import { type Reason, SiteError } from '#shared/errors.ts'
import { parseAd } from '../../ads/parse-ad.ts'
import { commitEdit } from '../../changes/commit-edit.ts'
import type { Database } from '../../database/schema.ts'
import { insertFactValue } from '../../folder/insert-fact-value.ts'
import type { SiteClock } from '../../publishing/check-and-save.ts'
import { saveSiteFile } from '../../publishing/save-site-file.ts'
import type { FetchedFile } from './fetched-file.ts'
import { FETCH_MAKER, requireNoDraftInUse } from './left-draft.ts'

/** What came of entering a value; `printed`: texts print the former one, so nothing was written. */
export type Entered =
  | { outcome: 'entered'; revision: number }
  | { outcome: 'printed'; text: string; places: string[] }
  | { outcome: 'waiting' | 'refused'; reason: string }

/** The most places in texts, and reasons, that are named. */
const MAX_NAMED = 10

/**
 * Enters a value into the file of facts, as an editor would who has read the file as it is given: if it
 * has changed meanwhile, nothing is written.
 */
export async function enterValue(
  db: Kysely<Database>,
  clock: SiteClock,
  { file, tag, text: before }: FetchedFile,
  fact: string,
  value: Pick<FactValue, 'from' | 'is'>,
): Promise<Entered> {
  const text = insertFactValue(before, fact, value)
  if (text === undefined) {
    const reason =
      'its values are not written so that another one is added with certainty: write each as "- { from: …, is: … }" on a line of its own'
    return { outcome: 'refused', reason }
  }
  try {
    const { revision } = await commitEdit(db, async (edit) => {
      await requireNoDraftInUse(edit.tx, file)
      const saving = { conditions: { 'if-match': tag }, maker: FETCH_MAKER, parse: parseAd }
      return saveSiteFile(clock, edit, { file, text }, saving)
    })
    return { outcome: 'entered', revision }
  } catch (error) {
    if (!(error instanceof SiteError)) throw error
    if (error.code === 'precondition-failed' || error.code === 'conflict') {
      return { outcome: 'waiting', reason: error.message }
    }
    if (error.code !== 'invalid-input') throw error
    // The reasons of files name those, and the reasons of texts their pages.
    const isInTexts =
      error.reasons.length > 0 && error.reasons.every(({ field }) => field.startsWith('/'))
    return isInTexts
      ? { outcome: 'printed', text, places: placesOf(error.reasons) }
      : {
          outcome: 'refused',
          reason: error.reasons
            .map(({ message }) => message)
            .slice(0, MAX_NAMED)
            .join('; '),
        }
  }
}

/** The pages whose texts print the former value. */
const placesOf = (reasons: readonly Reason[]): string[] =>
  [...new Set(reasons.map(({ field }) => field))].slice(0, MAX_NAMED)
