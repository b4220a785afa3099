import type { FastifyInstance } from 'fastify'
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
  type RecentEdition,
} from '../editions/history.ts'
import { loadEditsForFiles } from '../merging/edits-for-files.ts'
import { findArticle } from '../publishing/stored-articles.ts'
import { type ArticleVerb, config, routesOf } from './article-verb.ts'
import { EDITION_REQUESTS, MAX_EDITIONS } from './edition-requests.ts'
import { requireTime } from './list-cursor.ts'
import { siteEditionAnswer } from './site-file-routes.ts'

/** What an article said at each time. Nothing here changes anything. */
export function editionRoutes(app: FastifyInstance, { read }: ArticleVerb): void {
  const routes = routesOf(app)

  routes.get(
    '/editions',
    {
      config,
      schema: EDITION_REQUESTS.recent,
    },
    async ({ query: { by, after, limit = MAX_EDITIONS } }) => {
      requireTime(after)
      const recent = await listRecentEditions(read, { by, after, limit })
      return { ...recent, editions: recent.editions.map(recentAnswer) }
    },
  )

  routes.get(
    '/edits-for-files',
    {
      config,
      schema: EDITION_REQUESTS.forFiles,
    },
    async ({ query: { after } }) => loadEditsForFiles(read, after),
  )

  routes.get(
    '/articles/:slug/editions',
    {
      config,
      schema: EDITION_REQUESTS.history,
    },
    async ({ params: { slug }, query: { before, limit = MAX_EDITIONS } }) => {
      const article = await articleAt(read, slug)
      const editions = await listHistory(read, article, { before, limit: limit + 1 })
      const isMore = editions.length > limit
      const last = editions[limit - 1]
      return {
        slug: article.slug,
        status: article.status === 'gone' ? ('withdrawn' as const) : ('published' as const),
        editions: editions.slice(0, limit).map(asAnswered),
        ...(isMore && last && { before: last.number }),
      }
    },
  )

  routes.get(
    '/articles/:slug/editions/:number',
    {
      config,
      schema: EDITION_REQUESTS.one,
    },
    async ({ params: { slug, number } }, reply) => {
      const edition = await editionAt(read, slug, number)
      return reply
        .header('etag', edition.tag)
        .send({ ...asAnswered(edition), draft: edition.draft })
    },
  )

  routes.get(
    '/articles/:slug/diff',
    {
      config,
      schema: EDITION_REQUESTS.diff,
    },
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

const recentAnswer = (edition: RecentEdition) =>
  'file' in edition
    ? { file: edition.file, ...siteEditionAnswer(edition) }
    : { article: edition.article, ...asAnswered(edition) }

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
