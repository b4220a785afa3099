import type { Selectable } from 'kysely'
import { settleAll } from '#shared/settle-all.ts'
import type { Reader } from '../database/reader.ts'
import type { EditionOrigin, EditionTable } from '../database/schema.ts'
import { loadWhole, type StoredArticle, type WholeArticle } from '../library/stored-article.ts'
import type { Fields } from './compare-fields.ts'
import { currentNumber, editionFields, LAST_COLUMNS, loadLastEdition } from './edition.ts'
import { entityTag } from './entity-tag.ts'
import { recentSiteEditions, type SiteEdition } from './site-edition.ts'
import { timeAndId, timeCursor } from './time-cursor.ts'

/** Who did something, when, and by which way; without what is not known. */
interface Deed {
  at?: string
  by?: string
  origin?: EditionOrigin
}

export interface HistoryEntry
  extends Pick<Selectable<EditionTable>, 'number' | 'state' | 'slug' | 'tag' | 'revision'> {
  title: string
  made: Deed | undefined
  ended: Deed | undefined
}

/** An edition in the form of an editor's draft. */
export interface WholeEdition extends HistoryEntry {
  draft: Fields & { body: string }
}

const SHOWN = [...LAST_COLUMNS, 'revision', 'fields'] as const

type ShownRow = Pick<Selectable<EditionTable>, (typeof SHOWN)[number]>

/**
 * The editions of an article, the newest first. What is stored and is no edition yet, because it was not
 * edited, stands among them with the number that it will have.
 */
export async function listHistory(
  db: Reader,
  article: StoredArticle,
  { before, limit }: { before?: number | undefined; limit: number },
): Promise<HistoryEntry[]> {
  const unedited = await uneditedOf(db, article)
  let query = db
    .selectFrom('edition')
    .select(SHOWN)
    .where('article', '=', article.id)
    .orderBy('number', 'desc')
    .limit(limit)
  if (before !== undefined) query = query.where('number', '<', before)
  const entries = (await query.execute()).map(entryOf)
  const isAmong = unedited && (before === undefined || unedited.number < before)
  return isAmong ? [unedited, ...entries].slice(0, limit) : entries
}

/** An edition among those of all articles. */
interface RecentArticle extends HistoryEntry {
  /** Where its article is now; its own address may be a former one. */
  article: string
}

export type RecentEdition = RecentArticle | SiteEdition

interface Recent {
  by?: string | undefined
  /** As the last answer says. */
  after?: string | undefined
  limit: number
}

/**
 * What was edited last, by one editor or by all, the newest first: articles, and files of the site. What
 * stood there before the first edit is not among it.
 */
export async function listRecentEditions(
  db: Reader,
  part: Recent,
): Promise<{ editions: RecentEdition[]; after?: string }> {
  const [ofArticles, ofFiles] = await settleAll([
    recentOfArticles(db, part),
    recentSiteEditions(db, {
      by: part.by,
      limit: part.limit,
      after: part.after === undefined ? undefined : timeAndId(part.after),
    }),
  ])
  const rows = [
    ...ofArticles.map(({ address, ...row }) => ({
      row,
      edition: { ...entryOf(row), article: address },
    })),
    ...ofFiles.map((row) => ({ row, edition: row })),
  ]
    .sort((a, b) => (isNewer(a.row, b.row) ? -1 : 1))
    .slice(0, part.limit)
  const last = rows[part.limit - 1]?.row
  return {
    editions: rows.map(({ edition }) => edition),
    ...(last?.made_at && { after: timeCursor(last.made_at, last.id) }),
  }
}

type Placed = Pick<ShownRow, 'made_at' | 'id'>

const isNewer = (a: Placed, b: Placed) => [a.made_at, a.id].join() > [b.made_at, b.id].join()

function recentOfArticles(db: Reader, { by, after, limit }: Recent) {
  let query = db
    .selectFrom('edition')
    .innerJoin('article', 'article.id', 'edition.article')
    .select(SHOWN.map((column) => `edition.${column}` as const))
    .select('article.slug as address')
    .where('edition.made_at', 'is not', null)
    .orderBy('edition.made_at', 'desc')
    .orderBy('edition.id', 'desc')
    .limit(limit)
  if (by !== undefined) query = query.where('edition.made_by', '=', by)
  if (after !== undefined) {
    query = query.where(({ eb, refTuple, tuple }) =>
      eb(refTuple('edition.made_at', 'edition.id'), '<', tuple(...timeAndId(after))),
    )
  }
  return query.execute()
}

/** @returns `undefined` if there is no edition with this number */
export async function loadEdition(
  db: Reader,
  article: StoredArticle,
  number: number,
): Promise<WholeEdition | undefined> {
  const row = await db
    .selectFrom('edition')
    .select([...SHOWN, 'body'])
    .where('article', '=', article.id)
    .where('number', '=', number)
    .executeTakeFirst()
  if (row) return { ...entryOf(row), draft: await draftOfEdition(db, row) }
  const unedited = await uneditedOf(db, article)
  if (unedited?.number !== number) return undefined
  const { whole, ...entry } = unedited
  const fields = editionFields(whole)
  return { ...entry, draft: await draftOfEdition(db, { fields, body: whole.body_markdown }) }
}

async function draftOfEdition(db: Reader, { fields, body }: { fields: object; body: string }) {
  const { author, ...others }: Fields = { ...fields }
  const name = await db
    .selectFrom('author')
    .select('name')
    .where('slug', '=', String(author))
    .executeTakeFirst()
  // The slug of an author who has left: saving the draft says who there is.
  return { ...others, author: name?.name ?? author, body }
}

async function uneditedOf(
  db: Reader,
  article: StoredArticle,
): Promise<(HistoryEntry & { whole: WholeArticle }) | undefined> {
  const last = await loadLastEdition(db, article.id)
  const whole = await loadWhole(db, article)
  const number = currentNumber(last, whole)
  if (last?.number === number) return undefined
  return {
    number,
    state: article.status === 'gone' ? 'withdrawn' : 'published',
    slug: article.slug,
    title: article.title,
    tag: entityTag(whole),
    revision: null,
    made: undefined,
    ended: undefined,
    whole,
  }
}

function entryOf(row: ShownRow): HistoryEntry {
  const { number, state, slug, tag, revision, fields } = row
  const { title = '' }: Fields = { ...fields }
  return {
    number,
    state,
    slug,
    tag,
    revision,
    title: String(title),
    made: editionDeed(row.made_at, row.made_by, row.origin),
    ended: editionDeed(row.ended_at, row.ended_by, row.ended_origin),
  }
}

export function editionDeed(
  at: string | null,
  by: string | null,
  origin: EditionOrigin | null,
): Deed | undefined {
  if (at === null && by === null && origin === null) return undefined
  return { ...(at !== null && { at }), ...(by !== null && { by }), ...(origin && { origin }) }
}
