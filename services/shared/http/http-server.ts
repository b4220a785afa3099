import { createServer, type RequestListener, type Server } from 'node:http'
import { refuseMalformed } from './refuse-malformed.ts'
import { sayGoodbye, saysGoodbye } from './say-goodbye.ts'
import type { Headers } from './security-headers.ts'
import { inTurn } from './take-turns.ts'

export const MAX_HEADER_SIZE = 16 * 1024

export interface HttpServerOptions {
  /** What is said beside their own headers by refusals of what is no request. */
  headers: Headers
  /** Milliseconds after which a connection is cut off on which nothing moves: nobody sends, nobody reads. */
  stillMs?: number
  /** Milliseconds after it was closed in which idle connections still take a request, their last. */
  goodbyeMs?: number
}

/** A server that waits for nobody for ever. */
export function createHttpServer(
  answer: RequestListener,
  { headers, stillMs = 60_000, goodbyeMs = 0 }: HttpServerOptions,
): Server {
  const server = createServer({
    headersTimeout: 8_000,
    // Fastify's default of 0 would switch off Node's own guard against slow bodies.
    requestTimeout: 10_000,
    // How often Node looks for those who are too slow: every 30 seconds unless told.
    connectionsCheckingInterval: 500,
    // Longer than a proxy keeps its side open, or the proxy meets a socket that just closed.
    keepAliveTimeout: 75_000,
    maxHeaderSize: MAX_HEADER_SIZE,
    // Node would refuse a request without a host in silence.
    requireHostHeader: false,
  })
  const answerOrRefuse = refuseMalformed(server, headers, answer)
  server.on(
    'request',
    inTurn((request, response) => {
      // Node reads nothing any more after a request that asks for another protocol.
      const isLast = saysGoodbye(server) || request.headers.upgrade !== undefined
      if (isLast) response.shouldKeepAlive = false
      answerOrRefuse(request, response)
    }),
  )
  const closeIdle = server.closeIdleConnections.bind(server)
  // Node closes them with the door, when a request may be on its way on any of them.
  server.closeIdleConnections = () => {
    sayGoodbye(server)
    setTimeout(closeIdle, goodbyeMs)
  }
  server.setTimeout(stillMs)
  // Connections are made anew now and then, so that they spread over new replicas.
  server.maxRequestsPerSocket = 10_000
  return server
}
