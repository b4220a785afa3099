import type { FastifyInstance } from 'fastify'
import { within } from '../within.ts'

const WAIT_MS = 5_000

/**
 * Lets a service be closed only when its handlers have ended. The server itself waits for
 * connections, and whoever has gone leaves none, while the handler of his request still asks the
 * database that is closed next.
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
