import type { FastifyInstance } from 'fastify'
import { inTime } from '../deadline.ts'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Milliseconds that this route's handler may take, instead of those of its service. */
    deadlineMs?: number
    /** The same while the database goes on answering, which is then waited for anew each time. */
    longestMs?: number
  }
}

/**
 * Says how long whoever asks will wait, in milliseconds. Believed between our own processes alone:
 * what one reader asks for is often shared with others, who would then wait as briefly.
 */
export const TIME_LEFT_HEADER = 'x-time-left-ms'

export interface DeadlineOptions {
  /** Milliseconds that a handler may take. */
  ms: number
  /** Whether those who ask may say that they wait less. */
  believed: boolean
}

/**
 * Gives every handler a deadline, whose end is an answer of 503. It runs from when the request is
 * there whole: until then the time limits of the connection hold.
 *
 * Not Fastify's own `handlerTimeout`, which forgets its timer when a body has been read.
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
