import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Writable } from 'node:stream'
import Fastify, { type FastifyInstance, LogController } from 'fastify'
import { Registry } from 'prom-client'
import { withoutSecrets } from '../known-secrets.ts'
import { observeBuild } from '../metrics/observe-build.ts'
import { logOutagesTo, tracerOf } from '../tracing/tracing.ts'
import { awaitHandlers } from './handlers-under-way.ts'
import { createHttpServer, MAX_HEADER_SIZE } from './http-server.ts'
import { keepDeadlines } from './keep-deadlines.ts'
import { LOAD_HEADER } from './load-header.ts'
import { createOpsServer, type ReadinessChecks } from './ops-server.ts'
import { installProblemHandler } from './problem-handler.ts'
import { countRequestDurations, type RequestDurations } from './request-durations.ts'
import { REQUEST_ID_HEADER, requestIdOf } from './request-id.ts'
import { countRequestsInFlight, observeConnections } from './requests-in-flight.ts'
import { sayGoodbye, sayGoodbyeInAnswers } from './say-goodbye.ts'
import type { HeadersAt } from './security-headers.ts'
import { traceIds, traceRequests } from './trace-requests.ts'
import type { TrustAddress } from './trusted-proxies.ts'

export interface LogOptions {
  level: string
  /** Where the JSON lines go; standard output by default. */
  stream?: Writable
}

export interface ServiceOptions {
  /** As it stands in logs and metrics: `content`, `search`, `render`. */
  name: string
  log: LogOptions
  checks: ReadinessChecks
  /** Largest request body in bytes. Public services take none: the default is 16 KiB. */
  bodyLimit?: number
  /** Milliseconds that a handler may take before its answer is 503; 10 s unless given. */
  deadlineMs?: number
  /** Whether those who ask may say that they wait less: only where nobody but our processes asks. */
  believesDeadlines?: boolean
  /** Which proxies are believed when they say whom a request comes from; none unless given. */
  trustedProxies?: TrustAddress
  /** What every answer says beside its own headers, by address; refusals of what is none too. */
  headersAt?: HeadersAt
}

/** A service that is built but not listening. */
export interface Service {
  /** Serves the routes. */
  app: FastifyInstance
  /** Serves `/livez`, `/readyz` and `/metrics` to operators, on a port of its own. */
  ops: FastifyInstance
  metrics: Registry
  durations: RequestDurations
  /** Lets this one look at every request before the routes do. */
  answerFirst(front: Front): void
  /** Makes readiness fail, so that nobody sends new readers here. */
  startDraining(): void
}

/**
 * Answers a request at once and completely, past routes and hooks; or leaves it alone.
 *
 * @returns the template of the route by which it answered; `undefined` when it did not
 */
export type Front = (request: IncomingMessage, response: ServerResponse) => string | undefined

const DEADLINE_MS = 10_000

/** Every service begins here: one set of timeouts, ids, errors, logs and metrics. */
export function createService(options: ServiceOptions): Service {
  const { name, log, headersAt = () => ({}) } = options
  let front: Front | undefined
  const metrics = new Registry()
  metrics.setDefaultLabels({ process: name })
  observeBuild(metrics)
  const { counted } = countRequestsInFlight(metrics)
  const tracer = tracerOf(name)
  const app = Fastify({
    serverFactory: (answer) => {
      const answerCounted = counted(answer)
      return createHttpServer(
        (request, response) => {
          if (!tryFirst(request, response)) answerCounted(request, response)
        },
        { headers: headersAt('/') },
      )
    },
    logger: {
      level: log.level,
      base: { service: name },
      ...(tracer && { mixin: traceIds }),
      hooks: { streamWrite: withoutSecrets },
      ...(log.stream && { stream: log.stream }),
    },
    genReqId: requestIdOf,
    // The server has answered them already.
    clientErrorHandler: () => {},
    bodyLimit: options.bodyLimit ?? 16 * 1024,
    trustProxy: options.trustedProxies ?? false,
    // Late requests during a drain still get their answer; readiness keeps new ones away.
    return503OnClosing: false,
    forceCloseConnections: 'idle',
    // Longer than an address can be: what is in it is each route's own to judge.
    routerOptions: { maxParamLength: MAX_HEADER_SIZE },
    rewriteUrl: mendEscapes,
    ajv: { customOptions: { removeAdditional: false, coerceTypes: true } },
    // One line per failure is ours to write: see observeRequests.
    logController: new LogController({ disableRequestLogging: true }),
  })

  observeConnections(metrics, app.server)
  const durations = countRequestDurations(metrics)
  awaitHandlers(app)
  keepDeadlines(app, {
    ms: options.deadlineMs ?? DEADLINE_MS,
    believed: options.believesDeadlines ?? false,
  })
  const tracing = tracer && traceRequests(app, tracer, true)
  if (tracing) logOutagesTo(app.log)
  observeRequests(app, durations)
  installProblemHandler(app)
  sayGoodbyeInAnswers(app)
  app.addHook('onSend', async ({ url }, reply) => {
    reply.headers(headersAt(url))
  })

  function tryFirst(request: IncomingMessage, response: ServerResponse): boolean {
    try {
      return front?.(request, response) !== undefined
    } catch (error) {
      // The routes answer as well, only slower; thrown on, it would bring the process down.
      app.log.error({ err: error }, 'unexpected failure before the routes')
      return response.headersSent
    }
  }
  let draining = false
  const ops = createOpsServer({ metrics, checks: options.checks, isDraining: () => draining })
  return {
    app,
    ops,
    metrics,
    durations,
    answerFirst: (first) => {
      front = tracing ? tracing.tracedFront(first) : first
    },
    startDraining: () => {
      draining = true
      sayGoodbye(app.server)
    },
  }
}

/**
 * An address with a broken escape is an unknown one like any other. Taking its percent signs for
 * themselves leads it to the routes, where Fastify would answer by itself, past every hook.
 */
function mendEscapes({ url = '/' }: Pick<IncomingMessage, 'url'>): string {
  const [path = ''] = url.split('?', 1)
  try {
    decodeURI(path)
    return url
  } catch {
    return path.replaceAll('%', '%25') + url.slice(path.length)
  }
}

/** One duration per answer by route template (never by path), and a log line for each failure. */
function observeRequests(app: FastifyInstance, durations: RequestDurations): void {
  app.addHook('onSend', async (request, reply) => {
    reply.header(REQUEST_ID_HEADER, request.id)
  })
  app.addHook('onResponse', async ({ method, routeOptions, log }, reply) => {
    const { statusCode, elapsedTime } = reply
    const route = routeOptions.url ?? 'unmatched'
    durations.series(method, route, statusCode).add(elapsedTime / 1_000)
    const line = { method, route, status: statusCode, ms: elapsedTime }
    // Those who were sent away on purpose may be very many.
    const isShed = statusCode === 503 && reply.hasHeader(LOAD_HEADER)
    if (statusCode >= 500 && !isShed) log.warn(line, 'answered')
    else log.debug(line, 'answered')
  })
}
