import type { FastifyInstance } from 'fastify'
import { withoutQuery } from '#shared/addresses/topic-address.ts'
import { notFound } from '#shared/errors.ts'
import { publicHeadersAt } from '#shared/http/indexing.ts'
import { answerFailures } from '#shared/http/problem-handler.ts'
import { type EntryMaker, makeEntry } from '../documents/make-entry.ts'
import { ROUTES } from '../documents/routes.ts'
import { sendBody } from '../server/answers/bodies/send-body.ts'
import { loadBuildFiles } from '../server/answers/files/build-files.ts'

const SERVICE_WORKER = /^\/sw\b/

/**
 * What a browser asks for to show a preview: styles, scripts, icons, and pictures of the site. The
 * service worker is not there: a preview must not be kept. A link leads to the site itself.
 */
export async function siteFileRoutes(ops: FastifyInstance, maker: EntryMaker): Promise<void> {
  answerFailures(ops)
  const headersAt = publicHeadersAt(maker.siteUrl, 'off')
  let files: ReturnType<typeof loadBuildFiles> | undefined
  ops.addHook('onSend', async ({ url }, reply) => {
    reply.headers(headersAt(url))
  })

  for (const route of [ROUTES.asset, '/icons/*', '/:file']) {
    ops.get(route, async (request, reply) => {
      files ??= loadBuildFiles(maker.bundle.clientFolder)
      const address = withoutQuery(request.url)
      const file = (await files).get(address)
      if (!file || SERVICE_WORKER.test(address)) return reply.callNotFound()
      return sendBody(request, reply, file.body, { caching: file.caching })
    })
  }

  for (const route of [ROUTES.drawing, ROUTES.portrait]) {
    ops.get(route, async (request, reply) => {
      const made = await makeEntry(maker, withoutQuery(request.url))
      const [body] = made.outcome === 'made' ? Object.values(made.entry.bodies) : []
      if (!body) throw notFound('This picture')
      return sendBody(request, reply, body, { caching: 'never' })
    })
  }

  ops.setNotFoundHandler((request, reply) => {
    const { method, url, headers } = request
    const isPage =
      method === 'GET' && url.startsWith('/') && headers.accept?.includes('text/html') === true
    return isPage
      ? reply.header('cache-control', 'no-store').redirect(maker.siteUrl + url, 307)
      : reply.code(404).header('cache-control', 'no-store').send({ status: 'not found' })
  })
}
