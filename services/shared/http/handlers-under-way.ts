import type { FastifyInstance } from 'fastify'
import { within } from '../within.ts'

const WAIT_MS = 5_000

/**
 * Delays closing a service until its handlers have ended. The server itself waits only for
 * connections. A client that disconnected leaves none, but the handler of its request may still use
 * the database, which is closed next.
 *
 * To be called before there are routes.
 */
export function awaitHandlers(app: FastifyInstance): void {
  const underWay = new Set<Promise<unknown>>()
  app.addHook('onRoute', (route) => {
    const { handler } = route
    route.handler = function (request, reply) {
      const work: unknown = handler.call(this, request, reply)
      if (work instanceof Promise) {
        underWay.add(work)
        const end = () => underWay.delete(work)
        work.then(end, end)
      }
      return work
    }
  })
  app.addHook('onClose', async () => {
    await within(WAIT_MS, Promise.allSettled(underWay))
  })
}
