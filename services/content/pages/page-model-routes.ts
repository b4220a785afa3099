import type { FastifyInstance } from 'fastify'
import { Type } from 'typebox'
import { hasShape } from '#shared/check-shape.ts'
import { MAX_LOOKUPS, MAX_MODELS } from '#shared/contracts/page-model.ts'
import { PagePath, Revision } from '#shared/contracts/primitives.ts'
import { SiteError } from '#shared/errors.ts'
import type { TypeBoxProvider } from '#shared/http/typebox-provider.ts'
import type { EditedModels } from '../changes/edited-models.ts'
import type { ReadDatabase } from '../database/reader.ts'
import { loadPictureModel } from '../library/picture.ts'
import { loadPortraitModel } from '../library/portrait.ts'
import { loadFeedModel } from './feed-model.ts'
import { loadPageModels } from './load-page-model.ts'
import { lookUpAddresses } from './look-up-addresses.ts'
import { listPaths } from './path-list.ts'
import { loadSitemapModel } from './sitemap-model.ts'

const onePath = { schema: { querystring: Type.Object({ path: PagePath }) } }
const severalPaths = { schema: { querystring: Type.Object({ paths: Type.String() }) } }
const models = {
  schema: {
    querystring: Type.Object({
      paths: Type.String(),
      /** The snapshot may be of this revision or a later one; by default, not older than the request. */
      since: Type.Optional(Revision),
    }),
  },
}
const MAX_PATHS = 1_000

/**
 * The routes for the render service. Answers are not validated here: the compiler checks them, and
 * the client validates them again.
 */
export async function pageModelRoutes(
  app: FastifyInstance,
  { db, edited }: { db: ReadDatabase; edited: EditedModels },
): Promise<void> {
  const routes = app.withTypeProvider<TypeBoxProvider>()

  routes.get('/address-lookups', severalPaths, async ({ query }) => ({
    lookups: await lookUpAddresses(db, readPaths(query.paths, MAX_LOOKUPS)),
  }))

  routes.get('/page-models', models, async ({ query: { paths: text, since } }, reply) => {
    const paths = readPaths(text, MAX_MODELS)
    const loaded = since === undefined ? loadPageModels(db, paths) : edited.load(paths, since)
    // More than a megabyte for many pages, which Node measures and sends faster as bytes.
    const bytes = Buffer.from(JSON.stringify(await loaded))
    return reply.type('application/json; charset=utf-8').send(bytes)
  })

  routes.get(
    '/paths',
    {
      schema: {
        querystring: Type.Object({
          after: Type.Optional(Type.String({ maxLength: 500 })),
          limit: Type.Integer({ minimum: 1, maximum: MAX_PATHS, default: MAX_PATHS }),
        }),
      },
    },
    async ({ query }) => listPaths(db, query.after, query.limit),
  )

  routes.get('/sitemap-model', onePath, async ({ query }) => loadSitemapModel(db, query.path))

  routes.get('/feed-model', onePath, async ({ query }) => loadFeedModel(db, query.path))

  routes.get('/picture-model', onePath, async ({ query }) => loadPictureModel(db, query.path))

  routes.get('/portrait-model', onePath, async ({ query }) => loadPortraitModel(db, query.path))
}

function readPaths(text: string, most: number): PagePath[] {
  const paths = text.split(',')
  if (paths.length > most || !paths.every((path) => hasShape(PagePath, path))) {
    throw new SiteError('invalid-input', `paths must be 1 to ${most} paths`)
  }
  return paths
}
