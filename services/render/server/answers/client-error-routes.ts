import type { FastifyInstance } from 'fastify'
import { Counter, type Registry } from 'prom-client'
import { type Static, Type } from 'typebox'
import { CLIENT_ERRORS } from '#shared/contracts/client-errors.ts'
import { notFound } from '#shared/errors.ts'
import { fieldOf } from '#shared/field-of.ts'
import { ROUTES } from '../../documents/routes.ts'

/** Whether errors in readers' browsers are counted. */
export const ClientErrorsSwitch = Type.Enum(['on', 'off'], { default: 'on' })
export type ClientErrorsSwitch = Static<typeof ClientErrorsSwitch>

interface ClientErrorOptions {
  clientErrors: ClientErrorsSwitch
  metrics: Registry
}

/**
 * Counts errors in readers' browsers by their kind, which is all that the request says: nothing else
 * of it is looked at, stored or logged. Reading is the only method here, so it is a GET.
 */
export async function clientErrorRoutes(
  app: FastifyInstance,
  { clientErrors, metrics }: ClientErrorOptions,
): Promise<void> {
  const counted = new Counter({
    name: 'finlore_client_errors_total',
    help: 'Errors that the browsers of readers told of, by kind',
    labelNames: ['kind'],
    registers: [metrics],
  })
  for (const kind of CLIENT_ERRORS) counted.inc({ kind }, 0)

  app.get(ROUTES.clientError, async ({ method, params }, reply) => {
    const named: unknown = fieldOf(params, 'kind')
    const kind = CLIENT_ERRORS.find((known) => known === named)
    if (!kind) throw notFound('This kind of error')
    if (clientErrors === 'on' && method === 'GET') counted.inc({ kind })
    return reply.code(204).header('cache-control', 'no-store').send()
  })
}
