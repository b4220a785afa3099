import type { FastifyInstance } from 'fastify'
import type { ReadonlyKysely } from 'kysely/readonly'
import { Type } from 'typebox'
import { PagePath } from '#shared/contracts/primitives.ts'
import type { TypeBoxProvider } from '#shared/http/typebox-provider.ts'
import type { Database } from '../database/schema.ts'
import { loadPageModel } from './load-page-model.ts'
import { loadSitemapModel } from './sitemap-model.ts'

export interface PageModelRoutesOptions {
  db: ReadonlyKysely<Database>
}

/**
 * What the render service asks for. Answers are not validated against their contract on the way
 * out: the compiler proved them, and the client proves them again.
 */
export async function pageModelRoutes(
  app: FastifyInstance,
  { db }: PageModelRoutesOptions,
): Promise<void> {
  const routes = app.withTypeProvider<TypeBoxProvider>()

  routes.get(
    '/page-model',
    { schema: { querystring: Type.Object({ path: PagePath }) } },
    async ({ query }) => loadPageModel(db, query.path),
  )

  routes.get('/sitemap-model', async () => loadSitemapModel(db))
}
