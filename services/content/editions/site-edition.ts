import { hash, randomUUID } from 'node:crypto'
import type { Selectable } from 'kysely'
import type { Instant } from '#shared/contracts/primitives.ts'
import type { Edit } from '../changes/commit-edit.ts'
import { tags } from '../changes/tags.ts'
import type { Reader } from '../database/reader.ts'
import type { SiteEditionTable } from '../database/schema.ts'
import type { Maker } from './edition.ts'

const HEAD_COLUMNS = [
  'id',
  'file',
  'number',
  'state',
  'hash',
  'origin',
  'made_by',
  'made_at',
  'revision',
  'ended_origin',
  'ended_by',
  'ended_at',
] as const

/** An edition of a file of the site, without its text. */
export type SiteEdition = Pick<Selectable<SiteEditionTable>, (typeof HEAD_COLUMNS)[number]>

/** The newest edition of each file, by the file. One that was taken away has none that is published. */
export type SiteHeads = ReadonlyMap<string, SiteEdition>

export const hashOfText = (text: string): string => hash('sha256', text)

/** The version of a text. */
export const siteTag = ({ hash }: Pick<SiteEdition, 'hash'>): string => `"${hash.slice(0, 22)}"`

/** A site has a dozen files, so they are always read together. */
export async function loadSiteHeads(db: Reader): Promise<SiteHeads> {
  const heads = await db
    .selectFrom('site_edition')
    .distinctOn('file')
    .select(HEAD_COLUMNS)
    .orderBy('file')
    .orderBy('number', 'desc')
    .execute()
  return new Map(heads.map((head) => [head.file, head]))
}

export const siteTextOf = async (db: Reader, { id }: Pick<SiteEdition, 'id'>): Promise<string> => {
  const query = db.selectFrom('site_edition').select('text').where('id', '=', id)
  return (await query.executeTakeFirstOrThrow()).text
}

/** @returns `undefined` if there is no edition with this number */
export const findSiteEdition = (db: Reader, file: string, number: number) =>
  db
    .selectFrom('site_edition')
    .select([...HEAD_COLUMNS, 'text'])
    .where('file', '=', file)
    .where('number', '=', number)
    .executeTakeFirst()

/** The text of the last edition of a file that had this ETag. */
export async function findTaggedText(
  db: Reader,
  file: string,
  tag: string,
): Promise<string | undefined> {
  const editions = await listSiteEditions(db, file, { limit: MAX_LOOKED_THROUGH })
  const edition = editions.find((one) => siteTag(one) === tag)
  return edition && siteTextOf(db, edition)
}

/** Each may have some hundred KB. */
const LATER_TEXTS = 10

/**
 * What a file has said since folder and database agreed, the newest first; at most 10 texts.
 *
 * @param agreed the text of the file then
 */
export async function laterSiteTexts(
  db: Reader,
  file: string,
  agreed: string | null,
): Promise<string[]> {
  const newest = await db
    .selectFrom('site_edition')
    .select(['text', 'origin'])
    .where('file', '=', file)
    .orderBy('number', 'desc')
    .limit(LATER_TEXTS)
    .execute()
  const ofFiles = newest.findIndex(({ origin }) => origin === 'files')
  // An edition of files has edits of the API as well, if it was merged.
  const recent = newest.slice(0, ofFiles === -1 ? undefined : ofFiles + 1).map(({ text }) => text)
  const since = agreed === null ? -1 : recent.lastIndexOf(agreed)
  return since === -1 ? recent : recent.slice(0, since)
}

/** A draft that began longer ago begins again. */
const MAX_LOOKED_THROUGH = 1_000

/** The editions of a file, the newest first. */
export async function listSiteEditions(
  db: Reader,
  file: string,
  { before, limit }: { before?: number | undefined; limit: number },
): Promise<SiteEdition[]> {
  const query = db
    .selectFrom('site_edition')
    .select(HEAD_COLUMNS)
    .where('file', '=', file)
    .orderBy('number', 'desc')
    .limit(limit)
  return (before === undefined ? query : query.where('number', '<', before)).execute()
}

/** What editors and imports have changed last, but for what a first import found. */
export function recentSiteEditions(
  db: Reader,
  {
    by,
    after,
    limit,
  }: { by: string | undefined; after: [at: Instant, id: string] | undefined; limit: number },
): Promise<SiteEdition[]> {
  let query = db
    .selectFrom('site_edition')
    .select(HEAD_COLUMNS)
    .where('made_at', 'is not', null)
    .where(({ eb, or }) => or([eb('number', '>', 1), eb('origin', '<>', 'files')]))
    .orderBy('made_at', 'desc')
    .orderBy('id', 'desc')
    .limit(limit)
  if (by !== undefined) query = query.where('made_by', '=', by)
  if (after !== undefined) {
    query = query.where(({ eb, refTuple, tuple }) =>
      eb(refTuple('made_at', 'id'), '<', tuple(...after)),
    )
  }
  return query.execute()
}

export const isPublishedEdition = (head: SiteEdition | undefined): head is SiteEdition =>
  head?.state === 'published'

interface SiteWriting {
  /** The newest edition of the file, if there is any. */
  last: SiteEdition | undefined
  /** Absent for what stood there before the file had editions. */
  maker?: Maker
  now: Date
}

/**
 * Keeps what a file says from now on as its next edition, and ends the one before.
 *
 * @returns the new edition
 */
export async function writeSiteEdition(
  edit: Edit,
  { file, text }: { file: string; text: string },
  { last, maker, now }: SiteWriting,
): Promise<SiteEdition> {
  await endSiteEdition(edit, last, { state: 'superseded', now, ...(maker && { maker }) })
  if (maker) edit.touch(tags.siteFile(file))
  return edit.tx
    .insertInto('site_edition')
    .values({
      id: maker?.edition ?? randomUUID(),
      file,
      number: (last?.number ?? 0) + 1,
      state: 'published',
      text,
      hash: hashOfText(text),
      ...(maker && {
        origin: maker.origin,
        made_by: maker.name ?? null,
        made_at: now.toISOString(),
        revision: edit.revision,
      }),
    })
    .returning(HEAD_COLUMNS)
    .executeTakeFirstOrThrow()
}

/** Does nothing with an edition that has ended already. */
export async function endSiteEdition(
  edit: Edit,
  last: SiteEdition | undefined,
  { state, maker, now }: { state: 'superseded' | 'withdrawn'; maker?: Maker; now: Date },
): Promise<void> {
  if (!isPublishedEdition(last)) return
  if (maker) edit.touch(tags.siteFile(last.file))
  await edit.tx
    .updateTable('site_edition')
    .set({
      state,
      ...(maker && {
        ended_origin: maker.origin,
        ended_by: maker.name ?? null,
        ended_at: now.toISOString(),
      }),
    })
    .where('id', '=', last.id)
    .execute()
}
