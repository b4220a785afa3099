import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { type Span, spanUnderWay, type Tracer, under } from '../tracing/span.ts'
import type { Front } from './create-service.ts'

export interface RequestTracing {
  /** The same answers, each in a span. */
  traced(answer: RequestListener): RequestListener
  /** The same, for what answers past routes and hooks. */
  tracedFront(front: Front): Front
  /** Names spans by their routes. To be called before there are hooks that may be traced. */
  nameSpans(app: FastifyInstance): void
}

/** Addresses are shorter unless somebody is up to something. */
const MAX_PATH = 200

export function traceRequests(tracer: Tracer): RequestTracing {
  const spans = new WeakMap<IncomingMessage, Span>()

  function begin({ method = '', url = '', headers }: IncomingMessage, startedAt?: number): Span {
    const [path = ''] = url.split('?', 1)
    const facts = { 'http.request.method': method, 'url.path': path.slice(0, MAX_PATH) }
    return tracer.begin(method, 'server', facts, headers, startedAt)
  }

  return {
    traced: (answer) => (request, response) => {
      const span = begin(request)
      spans.set(request, span)
      // It comes once, whether the answer was sent or whoever asked is gone.
      response.once('close', () => end(span, response))
      under(span, () => answer(request, response))
    },

    tracedFront: (front) => (request, response) => {
      const startedAt = performance.timeOrigin + performance.now()
      const route = front(request, response)
      if (route === undefined) return undefined
      const span = begin(request, startedAt)
      nameByRoute(span, request.method, route)
      end(span, response)
      return route
    },

    nameSpans(app) {
      app.addHook('onRequest', (request, _reply, done) => {
        const { method, raw, routeOptions } = request
        const span = spans.get(raw)
        if (span) nameByRoute(span, method, routeOptions.url ?? 'unmatched')
        done()
      })
      const enterAgain = ({ raw }: FastifyRequest, _reply: unknown, done: () => void) => {
        const span = spans.get(raw)
        if (span) under(span, done)
        else done()
      }
      // A body, and the end of an answer, come from outside of what began with the request.
      app.addHook('preValidation', enterAgain)
      app.addHook('onResponse', enterAgain)
    },
  }
}

function nameByRoute(span: Span, method: string | undefined, route: string): void {
  span.rename(`${method} ${route}`)
  span.note({ 'http.route': route })
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
