import type { FastifyInstance } from 'fastify'
import { Type } from 'typebox'
import { type ArticleVerb, config, params, routesOf } from './article-verb.ts'
import { articleAt } from './edition-routes.ts'
import { loadLinkingTexts } from './inbound-links.ts'

const InboundQuery = Type.Object({
  /** As the last answer says. */
  after: Type.Optional(Type.String({ format: 'uuid' })),
  limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 50 })),
})

/** Which pages link to an article. */
export function inboundRoutes(app: FastifyInstance, verb: ArticleVerb): void {
  const { read, askerOf } = verb
  routesOf(app).get(
    '/articles/:slug/inbound',
    { config, schema: { params, querystring: InboundQuery } },
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
