import type { Selectable } from 'kysely'
import type { Edit } from '../changes/commit-edit.ts'
import type { Reading } from '../changes/readings.ts'
import type { Reader } from '../database/reader.ts'
import type { EditionOrigin, EditionTable } from '../database/schema.ts'
import { entitiesOf } from '../drafts/entities.ts'
import { type WrittenArticle, writtenFields } from '../library/stored-article.ts'
import { entityTag } from './entity-tag.ts'

/** Who makes or ends an edition, and in which way. */
export interface Maker {
  /** The editor's name; files do not say theirs, Git does. */
  name?: string
  origin: EditionOrigin
  /** The id of the edition, if what it is made from has one: then it is made once. */
  edition?: string
}

export const CONTENT_FILES: Maker = { origin: 'files' }

/** What an edition keeps beside its text: the fields of a draft, with the author's slug as author. */
export type EditionFields = ReturnType<typeof editionFields>

export function editionFields(article: WrittenArticle) {
  const { body: _, ...fields } = writtenFields(article)
  return { ...fields, author: article.author, entities: entitiesOf(article.placements) }
}

export const LAST_COLUMNS = [
  'id',
  'number',
  'state',
  'slug',
  'tag',
  'origin',
  'made_by',
  'made_at',
  'ended_origin',
  'ended_by',
  'ended_at',
] as const

/** The newest edition of an article, without its text. */
export type LastEdition = Pick<Selectable<EditionTable>, (typeof LAST_COLUMNS)[number]>

/** By the ids of their articles. */
export const lastEditions: Reading<LastEdition> = {
  async load({ db }, ids) {
    const rows = await db
      .selectFrom('edition')
      .distinctOn('article')
      .select(['article', ...LAST_COLUMNS])
      .where('article', 'in', ids)
      .orderBy('article')
      .orderBy('number', 'desc')
      .execute()
    return new Map(rows.map(({ article, ...edition }) => [article, edition]))
  },
}

export const loadLastEdition = (db: Reader, article: string): Promise<LastEdition | undefined> =>
  db
    .selectFrom('edition')
    .select(LAST_COLUMNS)
    .where('article', '=', article)
    .orderBy('number', 'desc')
    .limit(1)
    .executeTakeFirst()

/** The same, as an edit has left it so far. */
export const lastEditionOf = async (
  { current }: Pick<Edit, 'current'>,
  article: string,
): Promise<LastEdition | undefined> => (await current(lastEditions, [article])).get(article)

/** The number of what is stored of an article, which is no edition until it is edited. */
export const currentNumber = (last: LastEdition | undefined, stored: WrittenArticle): number =>
  last?.tag === entityTag(stored) ? last.number : (last?.number ?? 0) + 1
