import { isDeepStrictEqual } from 'node:util'
import { type AdsDocument, groupAds } from '../ads/ads-document.ts'
import type { Edit } from '../changes/commit-edit.ts'
import type { Reader } from '../database/reader.ts'
import type { Maker } from '../editions/edition.ts'
import {
  hashOfText,
  isPublishedEdition,
  loadSiteHeads,
  type SiteEdition,
  siteTextOf,
  writeSiteEdition,
} from '../editions/site-edition.ts'
import { findNewPathAd } from '../library/ads-repository.ts'
import { editSiteText } from './edit-site-text.ts'

/**
 * Ads are the one file of the site that others write as well: the ad system, whose data are fetched, and
 * `PUT /ads`. So its text is not always that of its last edition.
 */

/** A string on each line, so that two documents can be compared and merged by lines. */
export const writeAds = (document: AdsDocument): string => `${JSON.stringify(document, null, 2)}\n`

/** What is stored, as a document; `undefined` if nothing ever was. */
export async function storedAds(db: Reader): Promise<AdsDocument | undefined> {
  const rows = await db.selectFrom('ad').select(['path', 'links']).orderBy('path').execute()
  const html = (await findNewPathAd(db))?.html ?? ''
  if (rows.length === 0 && html === '') return undefined
  const sapeLinks = Object.fromEntries(rows.map(({ path, links }) => [path, links]))
  return { sapeData: { sapeLinks, ...(html !== '' && { sapeNewUrl: html }) } }
}

/** Whether two documents mean the same, however they are written. */
export const sameAds = (one: AdsDocument | undefined, other: AdsDocument | undefined): boolean =>
  isDeepStrictEqual(meaningOf(one), meaningOf(other))

function meaningOf(document: AdsDocument | undefined) {
  const { sapeLinks = {}, sapeNewUrl = '' } = document?.sapeData ?? {}
  const strings = [...groupAds(sapeLinks)].map(([path, group]): [string, string[]] => [
    path,
    group.map(({ html }) => html),
  ])
  return { links: new Map(strings), sapeNewUrl }
}

/** The text of the ads as they are: that of their last edition, unless something else has written them since. */
export async function adsTextOf(db: Reader, head: SiteEdition | undefined): Promise<string> {
  const stored = await storedAds(db)
  const text = isPublishedEdition(head) ? await siteTextOf(db, head) : undefined
  if (text !== undefined && sameAds(JSON.parse(text), stored)) return text
  return writeAds(stored ?? { sapeData: { sapeLinks: {} } })
}

/**
 * Keeps what is stored before it is replaced, where its last edition does not say it.
 *
 * @returns the newest edition
 */
export async function keepStoredAds(
  edit: Edit,
  { file, last, now }: { file: string; last: SiteEdition | undefined; now: Date },
): Promise<SiteEdition | undefined> {
  if (!isPublishedEdition(last) && !(await storedAds(edit.tx))) return last
  const text = await adsTextOf(edit.tx, last)
  if (isPublishedEdition(last) && last.hash === hashOfText(text)) return last
  return writeSiteEdition(edit, { file, text }, { last, now })
}

/** Keeps ads that an editor sends as data as the next edition of their file. Must be called before they are saved. */
export async function editAds(
  edit: Edit,
  document: AdsDocument,
  { file, ...made }: { file: string; maker: Maker; now: Date },
): Promise<void> {
  const head = (await loadSiteHeads(edit.tx)).get(file)
  if (isPublishedEdition(head) && sameAds(document, await storedAds(edit.tx))) return
  const last = await keepStoredAds(edit, { file, last: head, now: made.now })
  await editSiteText(edit, { file, text: writeAds(document), last, ...made })
}
