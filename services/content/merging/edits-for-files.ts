import { type ExpressionBuilder, sql } from 'kysely'
import { type Static, Type } from 'typebox'
import { Slug } from '#shared/contracts/primitives.ts'
import { settleAll } from '#shared/settle-all.ts'
import type { Reader } from '../database/reader.ts'
import type { Database } from '../database/schema.ts'
import { currentNumber, loadLastEdition } from '../editions/edition.ts'
import { entityTag } from '../editions/entity-tag.ts'
import {
  isPublishedEdition,
  laterSiteTexts,
  loadSiteHeads,
  siteTextOf,
} from '../editions/site-edition.ts'
import { SITE_FILE_PATTERN } from '../editions/site-files.ts'
import {
  cameBack,
  editionSide,
  firstLater,
  laterSides,
  storedSide,
} from '../editions/stored-side.ts'
import { loadWhole, type StoredArticle } from '../library/stored-article.ts'
import { inNoFile } from './in-no-file.ts'
import { loadKnownSiteFiles } from './reconcile-site-files.ts'

const SideShape = Type.Object({
  slug: Slug,
  fields: Type.Record(Type.String(), Type.Unknown()),
  body: Type.String(),
})

const EditionShape = Type.Object({
  ...SideShape.properties,
  id: Type.String(),
  number: Type.Integer({ minimum: 1 }),
})

const OptionalText = Type.Union([Type.String(), Type.Null()])

/** An article that has what its file does not have. */
const EditForFile = Type.Object({
  /** Where it is in the content folder; null for one that was made through the API. */
  file: Type.Union([
    Type.String({ pattern: '^articles/[a-z]{2}_[A-Z]{2}/[^/\\\\]+\\.md$' }),
    Type.Null(),
  ]),
  /** Of the text that was imported last. */
  hash: OptionalText,
  isWithdrawn: Type.Boolean(),
  /** Whether it was withdrawn at the time that it named itself. */
  hasExpired: Type.Boolean(),
  /** Of the edition that is stored. */
  number: Type.Integer({ minimum: 1 }),
  /** Of that as well; null where no edition says yet what is stored. */
  id: OptionalText,
  /** Who made or withdrew it, and when, as far as that is known. */
  by: OptionalText,
  at: OptionalText,
  /** Editions since, the newest first, of which the file may have been given one by a pull. */
  later: Type.Array(EditionShape),
  /** Whether it was withdrawn since, and published again. */
  isBack: Type.Boolean(),
  /** What the file was imported as; null for one that was made through the API. */
  base: Type.Union([EditionShape, Type.Null()]),
  stored: SideShape,
  /** The text of the file on which both agreed; null if it said what `base` says. */
  agreed: OptionalText,
})
export type EditForFile = Static<typeof EditForFile>

/** All that an article has said since its file was imported, what is stored first. */
export const versionsOfEdit = ({
  stored,
  later,
  base,
}: EditForFile): Static<typeof SideShape>[] => [stored, ...later, ...(base ? [base] : [])]

/** A file of the site that lacks what was edited. */
const SiteEditForFile = Type.Object({
  file: Type.String({ pattern: SITE_FILE_PATTERN }),
  number: Type.Integer({ minimum: 1 }),
  by: OptionalText,
  at: OptionalText,
  /** What is stored. */
  text: Type.String(),
  /** Texts since, the newest first, of which the file may have been given one by a pull. */
  later: Type.Array(Type.String()),
  /** The text of the file on which both agreed; null for one that was made through the API. */
  agreed: OptionalText,
})
export type SiteEditForFile = Static<typeof SiteEditForFile>

export const EditsForFiles = Type.Object({
  /** With the first answer only. */
  siteFiles: Type.Optional(Type.Array(SiteEditForFile)),
  edits: Type.Array(EditForFile),
  /** Where the next ones begin; absent if these are the last. */
  after: Type.Optional(Type.String()),
})
export type EditsForFiles = Static<typeof EditsForFiles>

/** Articles answered at once: their texts are in memory. */
const ARTICLES_PER_ANSWER = 50

/** First the files whose articles were edited, then the articles without a file. */
const CHANGED = 'changed:'
const MADE = 'made:'

/**
 * What was edited through the API and is in no file, a part at a time.
 *
 * @param after as the last answer says; absent at the beginning
 */
export async function loadEditsForFiles(db: Reader, after = CHANGED): Promise<EditsForFiles> {
  if (after.startsWith(MADE)) return articlesWithoutFile(db, after.slice(MADE.length))
  const files = await db
    .selectFrom('source_file')
    .selectAll()
    .where('base', 'is not', null)
    .where('path', '>', after.slice(CHANGED.length))
    .orderBy('path')
    .limit(ARTICLES_PER_ANSWER)
    .execute()
  const articles = await articlesOf(
    db,
    files.flatMap(({ article }) => article ?? []),
  )
  const edits = await settleAll(
    files.flatMap(({ path, hash, article, base, text }) => {
      const stored = articles.get(article ?? '')
      if (!stored || base === null) return []
      return [editOf(db, stored, { file: path, hash, base, agreed: text })]
    }),
  )
  const last = files[ARTICLES_PER_ANSWER - 1]
  const siteFiles = after === CHANGED && { siteFiles: await siteEditsForFiles(db) }
  return { ...siteFiles, edits, after: last ? CHANGED + last.path : MADE }
}

async function siteEditsForFiles(db: Reader): Promise<SiteEditForFile[]> {
  const known = await loadKnownSiteFiles(db)
  const heads = [...(await loadSiteHeads(db)).values()]
  const lacking = heads.filter((head) => {
    const row = known.get(head.file)
    return isPublishedEdition(head) && (!row || row.text !== null)
  })
  return settleAll(
    lacking.map(async (head) => ({
      file: head.file,
      number: head.number,
      by: head.made_by,
      at: head.made_at,
      text: await siteTextOf(db, head),
      later: await laterSiteTexts(db, head.file, known.get(head.file)?.text ?? null),
      agreed: known.get(head.file)?.text ?? null,
    })),
  )
}

async function articlesWithoutFile(db: Reader, after: string): Promise<EditsForFiles> {
  const articles = await db
    .selectFrom('article')
    .selectAll()
    .where(({ or, eb }) => or([eb('status', '=', 'published'), recentlyWithdrawn(eb)]))
    .where('slug', '>', after)
    .where(inNoFile)
    .orderBy('slug')
    .limit(ARTICLES_PER_ANSWER)
    .execute()
  const none = { file: null, hash: null, base: null, agreed: null }
  const edits = await settleAll(articles.map((article) => editOf(db, article, none)))
  const last = articles[ARTICLES_PER_ANSWER - 1]
  return { edits, ...(last && { after: MADE + last.slug }) }
}

/** In days: a file may come back to an article that the API has withdrawn. */
const WITHDRAWN_DAYS = 90

/** By the API: those that their files have withdrawn come back with them. */
const recentlyWithdrawn = ({ exists, selectFrom }: ExpressionBuilder<Database, 'article'>) =>
  exists(
    selectFrom('edition')
      .select('edition.id')
      .whereRef('edition.article', '=', 'article.id')
      .where('edition.state', '=', 'withdrawn')
      .where('edition.ended_origin', '<>', 'files')
      .where(
        'edition.ended_at',
        '>',
        sql<string>`now() - make_interval(days => ${WITHDRAWN_DAYS})`,
      ),
  )

async function articlesOf(db: Reader, ids: string[]): Promise<Map<string, StoredArticle>> {
  if (ids.length === 0) return new Map()
  const articles = await db.selectFrom('article').selectAll().where('id', 'in', ids).execute()
  return new Map(articles.map((article) => [article.id, article]))
}

async function editOf(
  db: Reader,
  article: StoredArticle,
  { base, ...file }: Pick<EditForFile, 'file' | 'hash' | 'agreed'> & { base: string | null },
): Promise<EditForFile> {
  const [whole, last, imported] = await settleAll([
    loadWhole(db, article),
    loadLastEdition(db, article.id),
    base === null ? null : editionSide(db, base),
  ])
  const isWithdrawn = article.status === 'gone'
  const from = imported ? firstLater(imported, file.agreed) : 1
  const [by, at] = isWithdrawn ? [last?.ended_by, last?.ended_at] : [last?.made_by, last?.made_at]
  return {
    ...file,
    isWithdrawn,
    hasExpired: isWithdrawn && last?.ended_origin === 'schedule',
    number: currentNumber(last, whole),
    id: last?.tag === entityTag(whole) ? last.id : null,
    by: by ?? null,
    at: at ?? null,
    later: await laterSides(db, article.id, from),
    isBack: imported !== null && (await cameBack(db, article, imported.number)),
    base: imported,
    stored: storedSide(whole),
  }
}
