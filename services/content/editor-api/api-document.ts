import swagger from '@fastify/swagger'
import swaggerUi from '@fastify/swagger-ui'
import type { FastifyInstance } from 'fastify'
import { Type } from 'typebox'
import { Instant } from '#shared/contracts/primitives.ts'
import { fieldOf } from '#shared/field-of.ts'
import { keysOf } from '#shared/keys-of.ts'
import { WEBHOOK_KINDS } from '../webhooks/webhook-kinds.ts'
import { SECTIONS } from './route-description.ts'

/** No script, style or picture from elsewhere; requests of its own to this port only. */
const PAGE_POLICY =
  "default-src 'none'; script-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; font-src 'self'; connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"

/**
 * Describes the routes that are registered after it, from the schemas that they use themselves: as an
 * OpenAPI document at `/openapi.json`, and as a page at `/openapi` to read and to try it. Neither needs
 * a token, as neither says what is stored.
 */
export async function apiDocument(app: FastifyInstance): Promise<void> {
  await app.register(swagger, {
    openapi: {
      openapi: '3.1.0',
      info: {
        title: 'Editor API',
        version: '1',
        description:
          'Articles and what else the site says, with editions and drafts. docs/editing.md of the repository says how to edit with it, docs/errors.md what each code means.',
      },
      tags: keysOf(SECTIONS).map((name) => ({ name, description: `${SECTIONS[name]}.` })),
      components: {
        securitySchemes: {
          editor: {
            type: 'http',
            scheme: 'bearer',
            description: 'A token of `EDITOR_TOKEN`',
          },
        },
      },
      security: [{ editor: [] }],
      webhooks: describedWebhooks(),
    },
    refResolver: { buildLocalReference: ({ $id }) => String($id) },
    transform: ({ schema, url }) => ({ schema: withBody(schema), url }),
  })
  await app.register(swaggerUi, {
    routePrefix: '/openapi',
    staticCSP: PAGE_POLICY,
    theme: { title: 'Editor API' },
  })
  const document = once(() => JSON.stringify(app.swagger()))
  app.get('/openapi.json', { schema: { hide: true } }, async (_request, reply) =>
    reply.type('application/json; charset=utf-8').send(document()),
  )
}

/** What receivers are told, in the form of routes that they have. */
const describedWebhooks = () =>
  Object.fromEntries(
    keysOf(WEBHOOK_KINDS).map((kind) => {
      const { what, data } = WEBHOOK_KINDS[kind]
      const schema = Type.Object({ type: Type.Literal(kind), timestamp: Instant, data })
      const post = {
        summary: what,
        tags: ['Webhooks'],
        security: [],
        requestBody: { required: true, content: { 'application/json': { schema } } },
        responses: { '2XX': { description: 'It has arrived; anything else is sent again.' } },
      }
      return [kind, { post }]
    }),
  )

/** The body of a route that reads it by itself. */
function withBody<T extends object>(schema: T): T {
  const { sends, ...others } = { sends: fieldOf(schema, 'sends'), ...schema }
  return (sends === undefined ? schema : { ...others, body: sends }) as T
}

/** The routes do not change any more once the first request comes. */
function once<T>(make: () => T): () => T {
  let made: { value: T } | undefined
  return () => {
    made ??= { value: make() }
    return made.value
  }
}
