import type { FastifyInstance } from 'fastify'
import type { ReadonlyKysely } from 'kysely/readonly'
import { Type } from 'typebox'
import type { TitleList } from '#shared/contracts/change.ts'
import { SiteError } from '#shared/errors.ts'
import type { TypeBoxProvider } from '#shared/http/typebox-provider.ts'
import { together } from '#shared/together.ts'
import { inSnapshot } from '../database/in-snapshot.ts'
import type { Database } from '../database/schema.ts'
import { articlePath } from './article-path.ts'

export interface TitleRoutesOptions {
  db: ReadonlyKysely<Database>
}

const MAX_IDS = 100
const MAX_TITLES = 5_000
const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

/** What the search service asks for. */
export async function titleRoutes(app: FastifyInstance, { db }: TitleRoutesOptions): Promise<void> {
  const routes = app.withTypeProvider<TypeBoxProvider>()

  routes.get(
    '/titles',
    {
      schema: {
        querystring: Type.Object({
          after: Type.Optional(Type.String({ format: 'uuid' })),
          limit: Type.Integer({ minimum: 1, maximum: MAX_TITLES, default: 1_000 }),
          ids: Type.Optional(Type.String()),
        }),
      },
    },
    async ({ query }) => {
      const ids = query.ids?.split(',')
      if (ids && (ids.length > MAX_IDS || !ids.every((id) => UUID.test(id)))) {
        throw new SiteError('invalid-input', `ids must be 1 to ${MAX_IDS} article ids`)
      }
      return readTitles(db, ids ? { ids } : { after: query.after, limit: query.limit })
    },
  )
}

type TitleQuery = { ids: string[] } | { after: string | undefined; limit: number }

function readTitles(db: ReadonlyKysely<Database>, wanted: TitleQuery): Promise<TitleList> {
  return inSnapshot(db, async (snapshot, history) => {
    let query = snapshot
      .selectFrom('article')
      .select(['id', 'title', 'slug', 'published_at as publishedAt'])
      .where('status', '=', 'published')
      .orderBy('id')
    if ('ids' in wanted) query = query.where('id', 'in', wanted.ids)
    else {
      query = query.limit(wanted.limit)
      if (wanted.after !== undefined) query = query.where('id', '>', wanted.after)
    }
    const [at, titles] = await together([history, query.execute()])
    return {
      ...at,
      titles: titles.map(({ slug, ...title }) => ({ ...title, path: articlePath(slug) })),
    }
  })
}
