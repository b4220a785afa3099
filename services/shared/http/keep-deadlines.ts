import type { FastifyInstance } from 'fastify'
import { inTime } from '../deadline.ts'

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

export interface DeadlineOptions {
  /** Milliseconds that a handler may take. */
  ms: number
  /** Whether clients may shorten the deadline by `TIME_LEFT_HEADER`. */
  believed: boolean
}

/**
 * Gives every handler a deadline, after which the answer is 503. It starts when the whole request
 * has been received; until then the timeouts of the connection apply.
 *
 * Fastify's own `handlerTimeout` is not used because it loses its timer once a body has been read.
 *
 * To be called before there are routes.
 */
export function keepDeadlines(app: FastifyInstance, { ms, believed }: DeadlineOptions): void {
  app.addHook('onRoute', (route) => {
    const { handler, config } = route
    const { deadlineMs: ownMs = ms, longestMs } = config ?? {}
    route.handler = function (request, reply) {
      const asked = believed ? Number(request.headers[TIME_LEFT_HEADER] ?? Number.NaN) : Number.NaN
      return inTime({
        ...(asked >= 0 ? { ms: Math.min(asked, ownMs) } : { ms: ownMs, longestMs }),
        work: async () => handler.call(this, request, reply),
        isAnswered: () => reply.sent,
      })
    }
  })
}
