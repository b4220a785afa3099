import type { IncomingMessage, ServerResponse } from 'node:http'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { type Span, spanUnderWay, type Tracer, under } from '../tracing/span.ts'
import type { Front } from './create-service.ts'
import { givenRequestId } from './request-id.ts'

export interface RequestTracing {
  /** What to tell those to whom a request is passed on. */
  headersFor(request: object): Readonly<Record<string, string>>
  /** The same, in spans, for what answers past routes and hooks. */
  tracedFront(front: Front): Front
}

/** Addresses are shorter unless somebody is up to something. */
const MAX_PATH = 200

/**
 * Puts every request into a span, named by its route. To be called before there are other hooks.
 *
 * @param believed whether whoever asks may say which trace a request belongs to, and whether that is
 *   kept: not where readers come in
 */
export function traceRequests(
  app: FastifyInstance,
  tracer: Tracer,
  believed: boolean,
): RequestTracing {
  const spans = new WeakMap<object, Span>()

  function begin(
    { method, url = '', headers }: IncomingMessage,
    route: string,
    requestId: string | undefined,
    startedAt?: number,
  ) {
    const [path = ''] = url.split('?', 1)
    const facts = {
      'http.request.method': method ?? '',
      'http.route': route,
      'url.path': path.slice(0, MAX_PATH),
      // As the ingress logs it, and as whoever asked is told.
      ...(requestId && { 'finlore.request_id': requestId }),
    }
    const from = believed ? headers : undefined
    return tracer.begin(`${method} ${route}`, 'server', facts, from, startedAt)
  }

  app.addHook('onRequest', ({ raw, id, routeOptions }, reply, done) => {
    const span = begin(raw, routeOptions.url ?? 'unmatched', id)
    spans.set(raw, span)
    // It comes once, whether the answer was sent or whoever asked is gone.
    reply.raw.once('close', () => end(span, reply.raw))
    under(span, done)
  })
  // A body, and the end of an answer, come from outside of what began with the request.
  const enterAgain = ({ raw }: FastifyRequest, _reply: unknown, done: () => void) => {
    const span = spans.get(raw)
    if (span) under(span, done)
    else done()
  }
  app.addHook('preValidation', enterAgain)
  app.addHook('onResponse', enterAgain)

  return {
    headersFor: (request) => spans.get(request)?.headers ?? {},
    tracedFront: (front) => (request, response) => {
      const startedAt = performance.timeOrigin + performance.now()
      const route = front(request, response)
      if (route !== undefined) {
        end(begin(request, route, givenRequestId(request), startedAt), response)
      }
      return route
    },
  }
}

function end(span: Span, { statusCode }: ServerResponse): void {
  span.note({ 'http.response.status_code': statusCode })
  if (statusCode >= 500) span.fail({ code: statusCode })
  span.end()
}

/** By these, log lines and traces are found from one another. */
export function traceIds(): object {
  const span = spanUnderWay()
  return span ? { trace_id: span.traceId, span_id: span.spanId } : {}
}
