import type { IncomingMessage, RequestListener } from 'node:http'
import type { Writable } from 'node:stream'
import Fastify, { type FastifyInstance } from 'fastify'
import { Registry } from 'prom-client'
import { withoutSecrets } from '../known-secrets.ts'
import { observeBuild } from '../metrics/observe-process.ts'
import { logOutagesTo, tracerOf } from '../tracing/tracing.ts'
import { enforceDeadlines } from './enforce-deadlines.ts'
import { createEntrance } from './entrance.ts'
import type { FastPath } from './fast-path.ts'
import { MAX_HEADER_SIZE } from './http-server.ts'
import { LOG_CONTROLLER, LOG_FORMAT } from './log-format.ts'
import { closeAfterAnswers, closeConnectionsInAnswers } from './node/drain-connections.ts'
import { createOpsServer, type ReadinessChecks } from './ops-server.ts'
import { installProblemHandler, LOAD_HEADER } from './problem-handler.ts'
import { countRequestDurations, type RequestDurations } from './request-durations.ts'
import { REQUEST_ID_HEADER, requestIdOf } from './request-id.ts'
import { countRequestsInFlight, observeConnections } from './requests-in-flight.ts'
import type { HeadersAt } from './security-headers.ts'
import { readJsonStrictly } from './strict-json.ts'
import { traceIds, traceRequests } from './trace-requests.ts'
import type { TrustAddress } from './trusted-proxies.ts'

export interface LogOptions {
  level: string
  /** Where the JSON lines go; standard output by default. */
  stream?: Writable
}

export interface ServiceOptions {
  /** The name in logs and metrics: `content`, `search`, `render`. */
  name: string
  log: LogOptions
  checks: ReadinessChecks
  /** Largest request body in bytes; 16 KiB unless given. Public services need no bodies. */
  bodyLimit?: number
  /** Milliseconds that a handler may take before its answer is 503; 10 s unless given. */
  deadlineMs?: number
  /** Whether clients may shorten the deadline: only where all clients are our own processes. */
  trustsClientDeadline?: boolean
  /**
   * The proxies that are trusted to name the client of a request, and to say whether it is traced. Unless given, all
   * clients are our own processes: no address is looked at, and all may say what is traced.
   */
  trustedProxies?: TrustAddress
  /** Headers added to every answer, by address; also to refusals of malformed requests. */
  headersAt?: HeadersAt
  /** Milliseconds without any data after which a connection is closed; 60 s unless given. */
  stillMs?: number
}

/** A service that is built but not listening. */
export interface Service {
  /** Serves the routes. */
  app: FastifyInstance
  /** Serves `/livez`, `/readyz` and `/metrics` to operators, on a port of its own. */
  ops: FastifyInstance
  metrics: Registry
  durations: RequestDurations
  /** Gives every request to this function before the routes. */
  answerFirst(fastPath: FastPath): void
  /** Answers a request of another server, as those of its own port. */
  answer: RequestListener
  /**
   * Leaves the address `path`, and those below it, to another service: together they answer readers
   * on one port, as an ingress in front of both would have them do.
   */
  mount(path: string, other: Pick<Service, 'answer'>): void
  /** Makes readiness fail, so that no new requests are sent here. */
  startDraining(): void
}

const DEADLINE_MS = 10_000

/** Builds a service with the timeouts, request ids, errors, logs and metrics that all share. */
export function createService(options: ServiceOptions): Service {
  const { name, headersAt = () => ({}), trustedProxies, stillMs } = options
  const metrics = new Registry()
  metrics.setDefaultLabels({ process: name })
  observeBuild(metrics)
  const counted = countRequestsInFlight(metrics)
  const entrance = createEntrance({ headersAt, trustedProxies, stillMs, counted })
  const tracer = tracerOf(name)
  const app = Fastify({
    serverFactory: entrance.createServer,
    ...fastifySettings(options, tracer !== undefined),
  })

  observeConnections(metrics, app.server)
  const durations = countRequestDurations(metrics)
  enforceDeadlines(app, options.deadlineMs ?? DEADLINE_MS, options.trustsClientDeadline ?? false)
  const tracing = tracer && traceRequests(app, tracer)
  if (tracing) logOutagesTo(app.log)
  observeRequests(app, durations)
  installProblemHandler(app)
  readJsonStrictly(app)
  closeConnectionsInAnswers(app)
  app.addHook('onSend', async ({ url }, reply) => {
    reply.headers(headersAt(url))
  })

  let draining = false
  const ops = createOpsServer({ metrics, checks: options.checks, isDraining: () => draining })
  return {
    app,
    ops,
    metrics,
    durations,
    answer: entrance.answer,
    mount: (path, other) => entrance.mount(path, other.answer),
    answerFirst: (first) =>
      entrance.answerFirst(tracing ? tracing.tracedFastPath(first) : first, app.log),
    startDraining: () => {
      draining = true
      closeAfterAnswers(app.server)
    },
  }
}

const fastifySettings = (
  { name, log, bodyLimit = 16 * 1024, trustedProxies }: ServiceOptions,
  isTraced: boolean,
) => ({
  logger: {
    ...LOG_FORMAT,
    level: log.level,
    base: { service: name },
    ...(isTraced && { mixin: traceIds }),
    hooks: { streamWrite: withoutSecrets },
    ...(log.stream && { stream: log.stream }),
  },
  genReqId: requestIdOf,
  // The server has answered them already.
  clientErrorHandler: () => {},
  bodyLimit,
  trustProxy: trustedProxies ?? false,
  // Late requests during a drain still get their answer; readiness keeps new ones away.
  return503OnClosing: false,
  forceCloseConnections: 'idle' as const,
  // Longer than any address can be, so that each route checks its parameters itself.
  routerOptions: { maxParamLength: MAX_HEADER_SIZE },
  rewriteUrl: escapeMalformedUrl,
  ajv: { customOptions: { removeAdditional: false as const, coerceTypes: true as const } },
  // We log one line per failure ourselves: see observeRequests.
  logController: LOG_CONTROLLER,
})

/**
 * Treats an address with a broken percent escape as an unknown one. With its percent signs escaped
 * it reaches the routes; otherwise Fastify would answer it itself and bypass every hook.
 */
function escapeMalformedUrl({ url = '/' }: Pick<IncomingMessage, 'url'>): string {
  const [path = ''] = url.split('?', 1)
  try {
    decodeURI(path)
    return url
  } catch {
    return path.replaceAll('%', '%25') + url.slice(path.length)
  }
}

/** Records each answer's duration by route template (never by path), and logs each failure. */
function observeRequests(app: FastifyInstance, durations: RequestDurations): void {
  app.addHook('onSend', async (request, reply) => {
    reply.header(REQUEST_ID_HEADER, request.id)
  })
  app.addHook('onResponse', async ({ method, routeOptions, log }, reply) => {
    const { statusCode, elapsedTime } = reply
    const route = routeOptions.url ?? 'unmatched'
    durations.series(method, route, statusCode).add(elapsedTime / 1_000)
    const line = { method, route, status: statusCode, seconds: elapsedTime / 1_000 }
    // Requests refused on purpose may be very many, so they are not logged.
    const isShed = statusCode === 503 && reply.hasHeader(LOAD_HEADER)
    if (statusCode >= 500 && !isShed) log.warn(line, 'answered')
    else log.debug(line, 'answered')
  })
}
