import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { Type } from 'typebox'
import type { EditorClient } from '#shared/clients/editor-client.ts'
import { PreviewModel, PreviewQuery } from '#shared/contracts/preview.ts'
import { Slug } from '#shared/contracts/primitives.ts'
import { publicHeadersAt } from '#shared/http/indexing.ts'
import { answerFailures } from '#shared/http/problem-handler.ts'
import { askForToken, tokenIn } from '#shared/http/require-token.ts'
import { digestOf } from '#shared/http/secrets.ts'
import type { TypeBoxProvider } from '#shared/http/typebox-provider.ts'
import { onBehalfOf } from '#shared/reader-under-way.ts'
import { createRoom } from '#shared/room.ts'
import { type PreviewMaker, renderPreview } from './render-preview.ts'

export interface PreviewOptions extends PreviewMaker {
  askEditorApi: EditorClient
}

/** As much as the editor API takes. */
const BODY_LIMIT = 2 * 1024 * 1024
/** Previews that are made or wait for it; one editor has half of the room at most. */
const PREVIEWS = { places: () => 2, maxWaiting: () => 64, maxWaitMs: 2_000 }

const Draft = Type.Object({ id: Type.String({ format: 'uuid' }) })
const Edition = Type.Object({ slug: Slug, number: Type.Integer({ minimum: 1 }) })

/**
 * Texts that are not published, as readers would get them. Content says who may see them. With GET a
 * browser shows what is stored; with POST it is what is sent. Nothing is stored.
 */
export async function previewRoutes(ops: FastifyInstance, options: PreviewOptions): Promise<void> {
  answerFailures(ops)
  readBytes(ops)
  const headersAt = publicHeadersAt(options.siteUrl, 'off')
  const room = createRoom(PREVIEWS)
  const routes = ops.withTypeProvider<TypeBoxProvider>()
  const method = ['GET', 'POST']

  async function answer(
    request: FastifyRequest,
    reply: FastifyReply,
    path: string,
    { form = 'page' }: PreviewQuery,
  ) {
    reply.headers(headersAt(request.url)).header('cache-control', 'no-store')
    const token = tokenIn(request.headers.authorization)
    if (token === undefined) return askForToken(reply)
    const body = sentBody(request)
    const question = { path: `${path}/preview-model?form=${form}`, token, body }
    const asked = await options.askEditorApi(question, PreviewModel)
    if ('refusal' in asked) {
      if (asked.status === 401) return askForToken(reply)
      return reply.code(asked.status).send(asked.refusal)
    }
    const { leftOut, ...models } = asked.answer
    if (leftOut.length > 0) reply.header('x-left-out', leftOut.join(', '))
    const made = await onBehalfOf(digestOf(token).toString('hex'), () =>
      room.enter(() => renderPreview(options, form, models)),
    )
    // Without an entity tag, and without what makes browsers load links ahead.
    return reply.type(made.contentType).send(made.bytes.identity)
  }

  routes.route({
    method,
    url: '/drafts/:id/preview',
    bodyLimit: BODY_LIMIT,
    schema: { params: Draft, querystring: PreviewQuery },
    handler: (request, reply) =>
      answer(request, reply, `/drafts/${request.params.id}`, request.query),
  })

  routes.route({
    method,
    url: '/articles/:slug/editions/:number/preview',
    bodyLimit: BODY_LIMIT,
    schema: { params: Edition, querystring: PreviewQuery },
    handler: (request, reply) => {
      const { slug, number } = request.params
      return answer(request, reply, `/articles/${slug}/editions/${number}`, request.query)
    },
  })
}

/** Bodies are passed on as they are: the editor API reads them, and says what is wrong with them. */
export function readBytes(app: FastifyInstance): void {
  app.removeContentTypeParser('application/json')
  app.addContentTypeParser('application/json', { parseAs: 'buffer' }, (_request, body, done) =>
    done(null, body),
  )
}

/** Without a body, what is stored is meant. */
export const sentBody = ({ body }: FastifyRequest): Buffer | string =>
  Buffer.isBuffer(body) && body.length > 0 ? body : 'null'
