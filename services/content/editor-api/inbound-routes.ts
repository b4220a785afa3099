import type { FastifyInstance } from 'fastify'
import { Type } from 'typebox'
import { PagePath } from '#shared/contracts/primitives.ts'
import { type ArticleVerb, config, params, routesOf } from './article-verb.ts'
import { articleAt } from './edition-routes.ts'
import { loadLinkingTexts } from './inbound-links.ts'
import { describes } from './route-description.ts'

const InboundQuery = Type.Object({
  after: Type.Optional(
    Type.String({ format: 'uuid', description: 'Where the list goes on, as the last answer says' }),
  ),
  limit: Type.Optional(
    Type.Integer({ minimum: 1, maximum: 50, description: 'How many articles are read at once' }),
  ),
})

const InboundPart = Type.Object({
  pages: Type.Array(
    Type.Object({
      path: PagePath,
      title: Type.String(),
      links: Type.Array(
        Type.Object({
          line: Type.Integer({ minimum: 1 }),
          text: Type.String(),
          fragment: Type.Optional(Type.String()),
        }),
      ),
    }),
  ),
  after: Type.Optional(Type.String({ description: 'Where the next part begins, for `after`' })),
})

/** Which pages link to an article. */
export function inboundRoutes(app: FastifyInstance, verb: ArticleVerb): void {
  const { read, askerOf } = verb
  routesOf(app).get(
    '/articles/:slug/inbound',
    {
      config,
      schema: {
        params,
        querystring: InboundQuery,
        ...describes({
          summary: 'Lists the pages that link to an article, also at its former addresses',
          section: 'Articles',
          answers: { 200: InboundPart },
          refusals: ['not-found'],
        }),
      },
    },
    async (request, reply) => {
      const article = await articleAt(read, request.params.slug)
      const { after, limit = 20 } = request.query
      const part = { limit, after }
      const found = await loadLinkingTexts(verb, article, part, askerOf(request, reply))
      const pages = found.texts.map(({ path, title, links }) => ({
        path,
        title,
        links: links.map(({ line, text, fragment }) => ({
          line: line + 1,
          text,
          ...(fragment !== '' && { fragment }),
        })),
      }))
      return { pages, ...(found.after !== undefined && { after: found.after }) }
    },
  )
}
