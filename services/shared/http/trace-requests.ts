import type { IncomingMessage, ServerResponse } from 'node:http'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { type Span, spanUnderWay, type Tracer, under } from '../tracing/span.ts'
import type { FastPath } from './fast-path.ts'
import { givenRequestId } from './request-id.ts'

/** In characters. Only hostile addresses are longer. */
const MAX_PATH = 200

/**
 * Puts every request into a span named after its route. To be called before other hooks are added.
 * A client's choice of trace and sampling is accepted: see {@link removeUntrustedHeaders}.
 */
export function traceRequests(app: FastifyInstance, tracer: Tracer) {
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
      // The same id as in the ingress's log and in the answer.
      ...(requestId && { 'finlore.request_id': requestId }),
    }
    return tracer.begin(`${method} ${route}`, 'server', facts, headers, startedAt)
  }

  app.addHook('onRequest', ({ raw, id, routeOptions }, reply, done) => {
    const span = begin(raw, routeOptions.url ?? 'unmatched', id)
    spans.set(raw, span)
    // Emitted once, whether the answer was sent or the client has disconnected.
    reply.raw.once('close', () => end(span, reply.raw))
    under(span, done)
  })
  // Reading a body and ending an answer run outside of the request's async context.
  const enterAgain = ({ raw }: FastifyRequest, _reply: unknown, done: () => void) => {
    const span = spans.get(raw)
    if (span) under(span, done)
    else done()
  }
  app.addHook('preValidation', enterAgain)
  app.addHook('onResponse', enterAgain)

  return {
    /** The same fast path, with a span for each request that it answers. */
    tracedFastPath:
      (fastPath: FastPath): FastPath =>
      (request, response) => {
        const startedAt = performance.timeOrigin + performance.now()
        const route = fastPath(request, response)
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

/** The ids that connect log lines with traces. */
export function traceIds(): object {
  const span = spanUnderWay()
  return span ? { trace_id: span.traceId, span_id: span.spanId } : {}
}
