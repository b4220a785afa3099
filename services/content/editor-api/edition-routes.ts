import type { FastifyInstance } from 'fastify'
import { Type } from 'typebox'
import type { Slug } from '#shared/contracts/primitives.ts'
import { notFound } from '#shared/errors.ts'
import { settleAll } from '#shared/settle-all.ts'
import type { Reader } from '../database/reader.ts'
import { compareEditions } from '../editions/compare-editions.ts'
import {
  type HistoryEntry,
  listHistory,
  listRecentEditions,
  loadEdition,
} from '../editions/history.ts'
import { loadEditsForFiles } from '../merging/edits-for-files.ts'
import { findArticle } from '../publishing/stored-articles.ts'
import { type ArticleVerb, config, params, routesOf } from './article-verb.ts'
import { EditorName, requireTime, TimeCursor } from './list-cursor.ts'

/** Editions answered at once. */
const MAX_EDITIONS = 100

const EditionNumber = Type.Integer({ minimum: 1, maximum: 2_147_483_647 })
const HistoryQuery = Type.Object({
  /** Only editions before this one. */
  before: Type.Optional(EditionNumber),
  limit: Type.Optional(Type.Integer({ minimum: 1, maximum: MAX_EDITIONS })),
})
const RecentQuery = Type.Object({
  by: Type.Optional(EditorName),
  after: Type.Optional(TimeCursor),
  limit: HistoryQuery.properties.limit,
})
export const EditionParams = Type.Object({ ...params.properties, number: EditionNumber })
const FilesQuery = Type.Object({
  after: Type.Optional(
    Type.String({ pattern: '^(?:changed|made):[^\\u0000]*$', maxLength: 1_000 }),
  ),
})
const DiffQuery = Type.Object({ from: EditionNumber, to: Type.Optional(EditionNumber) })

/** What an article said at each time. Nothing here changes anything. */
export function editionRoutes(app: FastifyInstance, { read }: ArticleVerb): void {
  const routes = routesOf(app)

  routes.get(
    '/editions',
    { config, schema: { querystring: RecentQuery } },
    async ({ query: { by, after, limit = MAX_EDITIONS } }) => {
      requireTime(after)
      const recent = await listRecentEditions(read, { by, after, limit })
      const editions = recent.editions.map(({ article, ...entry }) => ({
        article,
        ...asAnswered(entry),
      }))
      return { ...recent, editions }
    },
  )

  routes.get(
    '/edits-for-files',
    { config, schema: { querystring: FilesQuery } },
    async ({ query: { after } }) => loadEditsForFiles(read, after),
  )

  routes.get(
    '/articles/:slug/editions',
    { config, schema: { params, querystring: HistoryQuery } },
    async ({ params: { slug }, query: { before, limit = MAX_EDITIONS } }) => {
      const article = await articleAt(read, slug)
      const editions = await listHistory(read, article, { before, limit: limit + 1 })
      const isMore = editions.length > limit
      const last = editions[limit - 1]
      return {
        slug: article.slug,
        status: article.status === 'gone' ? 'withdrawn' : 'published',
        editions: editions.slice(0, limit).map(asAnswered),
        ...(isMore && last && { before: last.number }),
      }
    },
  )

  routes.get(
    '/articles/:slug/editions/:number',
    { config, schema: { params: EditionParams } },
    async ({ params: { slug, number } }, reply) => {
      const edition = await editionAt(read, slug, number)
      return reply
        .header('etag', edition.tag)
        .send({ ...asAnswered(edition), draft: edition.draft })
    },
  )

  routes.get(
    '/articles/:slug/diff',
    { config, schema: { params, querystring: DiffQuery } },
    async ({ params: { slug }, query: { from, to } }) => {
      const article = await articleAt(read, slug)
      const newest = to ?? (await listHistory(read, article, { limit: 1 }))[0]?.number ?? from
      const [was, is] = await settleAll([
        editionAt(read, slug, from),
        editionAt(read, slug, newest),
      ])
      return { from, to: newest, ...compareEditions(was, is) }
    },
  )
}

export async function articleAt(db: Reader, slug: Slug) {
  const article = await findArticle(db, slug)
  if (!article) throw notFound(`Article "${slug}"`)
  return article
}

export async function editionAt(db: Reader, slug: Slug, number: number) {
  const edition = await loadEdition(db, await articleAt(db, slug), number)
  if (!edition) throw notFound(`Edition ${number} of article "${slug}"`)
  return edition
}

/** Without what is not known. */
const asAnswered = ({ made, ended, ...entry }: HistoryEntry) => ({
  number: entry.number,
  state: entry.state,
  slug: entry.slug,
  title: entry.title,
  etag: entry.tag,
  ...(entry.revision !== null && { revision: entry.revision }),
  ...(made && { made }),
  ...(ended && { ended }),
})
