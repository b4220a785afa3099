import { randomUUID } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import type { Writable } from 'node:stream'
import Fastify, { type FastifyInstance, LogController } from 'fastify'
import { Histogram, Registry } from 'prom-client'
import { createOpsServer, type ReadinessChecks } from './ops-server.ts'
import { installProblemHandler } from './problem-handler.ts'

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
  /** Milliseconds a handler may take before its answer is 503. */
  handlerTimeoutMs?: number
}

/** A service that is built but not listening. */
export interface Service {
  /** Serves the routes. */
  app: FastifyInstance
  /** Serves `/livez`, `/readyz` and `/metrics` to operators, on a port of its own. */
  ops: FastifyInstance
  metrics: Registry
  /** Makes readiness fail, so that nobody sends new readers here. */
  startDraining(): void
}

const MAX_HEADER_SIZE = 16 * 1024

/** What a header must look like for its request id to be taken over. */
const REQUEST_ID = /^[\w.:-]{8,64}$/

/** Every service begins here: one set of timeouts, ids, errors, logs and metrics. */
export function createService(options: ServiceOptions): Service {
  const { name, log } = options
  const app = Fastify({
    logger: {
      level: log.level,
      base: { service: name },
      ...(log.stream && { stream: log.stream }),
    },
    genReqId: (request) => {
      const given = request.headers['x-request-id']
      return typeof given === 'string' && REQUEST_ID.test(given) ? given : randomUUID()
    },
    // Fastify's default of 0 would switch off Node's own guard against slow bodies.
    requestTimeout: 10_000,
    connectionTimeout: 60_000,
    // Longer than a proxy keeps its side open, or the proxy meets a socket that just closed.
    keepAliveTimeout: 75_000,
    handlerTimeout: options.handlerTimeoutMs ?? 10_000,
    maxRequestsPerSocket: 10_000,
    bodyLimit: options.bodyLimit ?? 16 * 1024,
    http: { headersTimeout: 8_000, maxHeaderSize: MAX_HEADER_SIZE },
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

  const metrics = new Registry()
  metrics.setDefaultLabels({ service: name })
  observeRequests(app, metrics)
  installProblemHandler(app)

  let draining = false
  const ops = createOpsServer({ metrics, checks: options.checks, isDraining: () => draining })
  return {
    app,
    ops,
    metrics,
    startDraining: () => {
      draining = true
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
function observeRequests(app: FastifyInstance, metrics: Registry): void {
  const duration = new Histogram({
    name: 'http_server_request_duration_seconds',
    help: 'Time from the first byte of a request to the last of its answer',
    labelNames: ['method', 'route', 'status'],
    buckets: [0.005, 0.01, 0.025, 0.05, 0.075, 0.1, 0.25, 0.5, 0.75, 1, 2.5, 5, 7.5, 10],
    registers: [metrics],
  })

  app.addHook('onSend', async (request, reply) => {
    reply.header('x-request-id', request.id)
  })
  app.addHook('onResponse', async (request, reply) => {
    const route = request.routeOptions.url ?? 'unmatched'
    const seconds = reply.elapsedTime / 1000
    duration.observe({ method: request.method, route, status: reply.statusCode }, seconds)
    const line = { method: request.method, route, status: reply.statusCode, ms: reply.elapsedTime }
    if (reply.statusCode >= 500) request.log.warn(line, 'answered')
    else request.log.debug(line, 'answered')
  })
}
