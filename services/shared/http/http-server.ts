import { createServer, type RequestListener, type Server } from 'node:http'

export const MAX_HEADER_SIZE = 16 * 1024

/** A server that waits for nobody for ever. */
export function createHttpServer(answer: RequestListener): Server {
  const server = createServer(
    {
      headersTimeout: 8_000,
      // Fastify's default of 0 would switch off Node's own guard against slow bodies.
      requestTimeout: 10_000,
      // Longer than a proxy keeps its side open, or the proxy meets a socket that just closed.
      keepAliveTimeout: 75_000,
      maxHeaderSize: MAX_HEADER_SIZE,
    },
    answer,
  )
  server.setTimeout(60_000)
  // Connections are made anew now and then, so that they spread over new replicas.
  server.maxRequestsPerSocket = 10_000
  return server
}
