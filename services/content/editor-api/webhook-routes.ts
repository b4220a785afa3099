import type { FastifyInstance } from 'fastify'
import { Type } from 'typebox'
import { Instant } from '#shared/contracts/primitives.ts'
import { notFound } from '#shared/errors.ts'
import { listFailed, sendAgain } from '../webhooks/webhook-outbox.ts'
import { type ArticleVerb, config, routesOf } from './article-verb.ts'
import { Limit } from './list-cursor.ts'
import { describes } from './route-description.ts'

const FailedQuery = Type.Object({
  after: Type.Optional(
    Type.String({
      pattern: '^\\d{1,15}$',
      description: 'Where the list goes on, as the last answer says',
    }),
  ),
  limit: Type.Optional(Limit),
})

const FailedDeliveries = Type.Object({
  deliveries: Type.Array(
    Type.Object({
      id: Type.String({ format: 'uuid', description: 'Of the event, as `webhook-id` has it' }),
      receiver: Type.String({ description: 'Its name, as `WEBHOOKS` has it' }),
      kind: Type.String(),
      at: Instant,
      failedAt: Instant,
      tries: Type.Integer(),
      reason: Type.String(),
    }),
  ),
  after: Type.Optional(Type.String()),
})

const EventParams = Type.Object({
  id: Type.String({ format: 'uuid', description: 'The id of an event' }),
})

/** Events that receivers were not notified of. */
export function webhookRoutes(app: FastifyInstance, { read, write }: ArticleVerb): void {
  const routes = routesOf(app)
  const list = describes({
    summary: 'Lists events that a receiver was not notified of in all tries, the newest first',
    section: 'Webhooks',
    answers: { 200: FailedDeliveries },
  })
  routes.get(
    '/webhooks/failed',
    { config, schema: { querystring: FailedQuery, ...list } },
    async ({ query: { after, limit = 50 } }) => listFailed(read, { after, limit }),
  )

  const again = describes({
    summary: 'Sends such an event again, with the same id',
    section: 'Webhooks',
    answers: { 200: Type.Object({ id: Type.String(), receivers: Type.Integer() }) },
    refusals: ['not-found'],
  })
  routes.post(
    '/webhooks/failed/:id/retry',
    { config, schema: { params: EventParams, ...again } },
    async ({ params: { id } }) => {
      const receivers = await sendAgain(write, id)
      if (receivers === 0) throw notFound(`A failed event "${id}"`)
      return { id, receivers }
    },
  )
}
