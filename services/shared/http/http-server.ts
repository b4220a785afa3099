import { createServer, type RequestListener, type Server } from 'node:http'
import { connectionsOfThisProcess } from './bound-connections.ts'
import { closeAfter, closeIdleLater, closesAfterAnswers } from './node/drain-connections.ts'
import { answerInOrder } from './node/pipelined-requests.ts'
import { refuseMalformed } from './refuse-malformed.ts'
import type { Headers } from './security-headers.ts'

export const MAX_HEADER_SIZE = 16 * 1024

export interface HttpServerOptions {
  /** Headers added to refusals of malformed requests. */
  headers: Headers
  /** Milliseconds without any data in either direction after which a connection is closed. */
  stillMs?: number
}

/** An HTTP server with a timeout for every kind of slow client. */
export function createHttpServer(
  answer: RequestListener,
  { headers, stillMs = 60_000 }: HttpServerOptions,
): Server {
  const server = createServer({
    headersTimeout: 8_000,
    // Fastify's default of 0 would switch off Node's own guard against slow bodies.
    requestTimeout: 10_000,
    // How often Node checks for connections that are too slow; its default is 30 seconds.
    connectionsCheckingInterval: 500,
    // Longer than proxies keep idle connections; otherwise they would use one that we just closed.
    keepAliveTimeout: 75_000,
    maxHeaderSize: MAX_HEADER_SIZE,
    // Node would refuse a request without a host with an empty answer of its own.
    requireHostHeader: false,
  })
  connectionsOfThisProcess().countThoseOf(server)
  const answerOrRefuse = refuseMalformed(server, headers, answer)
  server.on(
    'request',
    answerInOrder((request, response) => {
      // After a request to upgrade the protocol, Node reads no further request.
      const isLast = closesAfterAnswers(server) || request.headers.upgrade !== undefined
      if (isLast) closeAfter(response)
      answerOrRefuse(request, response)
    }),
  )
  closeIdleLater(server)
  server.setTimeout(stillMs)
  // Clients must reconnect from time to time, so that connections spread over new replicas.
  server.maxRequestsPerSocket = 10_000
  return server
}
