import { normalizeIP } from '@fastify/rate-limit'
import type { FastifyInstance } from 'fastify'
import { withDeadline } from '../deadline.ts'
import { onBehalfOf } from '../reader-under-way.ts'
import { settlesWithin } from '../settles-within.ts'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Milliseconds that this route's handler may take, instead of the service's default. */
    deadlineMs?: number
    /** The limit while the database keeps answering, each answer of which restarts the deadline. */
    longestMs?: number
  }
}

/**
 * How long the client will wait, in milliseconds. Trusted only from our own processes: work for one
 * reader is often shared with others, whose wait would then be cut as well.
 */
export const TIME_LEFT_HEADER = 'x-time-left-ms'

/** Of an IPv6 address, what one customer has: who has many addresses is one reader. */
export const NETWORK_BITS = 64
/** Longest wait for handlers when the service closes. */
const CLOSE_MS = 5_000

/**
 * Gives every handler a deadline, after which the answer is 503, and notes the client that its work
 * is for. It starts when the whole request has been received; until then the timeouts of the connection apply. Fastify's own `handlerTimeout`
 * is not used because it loses its timer once a body has been read.
 *
 * Also delays closing the service until its handlers have ended. The server itself waits only for
 * connections. A client that disconnected leaves none, but the handler of its request may still use
 * the database, which is closed next.
 *
 * To be called before there are routes.
 *
 * @param ms milliseconds that a handler may take
 * @param trustsClientDeadline whether clients may shorten the deadline by `TIME_LEFT_HEADER`
 */
export function enforceDeadlines(
  app: FastifyInstance,
  ms: number,
  trustsClientDeadline: boolean,
): void {
  const inFlight = new Set<Promise<unknown>>()
  app.addHook('onRoute', (route) => {
    const { handler, config } = route
    const { deadlineMs: ownMs = ms, longestMs } = config ?? {}
    route.handler = function (request, reply) {
      const clientMs = trustsClientDeadline
        ? Number(request.headers[TIME_LEFT_HEADER] ?? Number.NaN)
        : Number.NaN
      return withDeadline({
        ...(clientMs >= 0 ? { ms: Math.min(clientMs, ownMs) } : { ms: ownMs, longestMs }),
        work: () => {
          const reader = normalizeIP(request.ip, NETWORK_BITS)
          const work = onBehalfOf(reader, () =>
            Promise.try(() => handler.call(this, request, reply)),
          )
          const end = () => inFlight.delete(work)
          inFlight.add(work)
          work.then(end, end)
          return work
        },
        isAnswered: () => reply.sent,
      })
    }
  })
  app.addHook('onClose', async () => {
    await settlesWithin(CLOSE_MS, Promise.allSettled(inFlight))
  })
}
