/*
 * Promise: in a burst of connections none waits for seconds to be accepted, and when the port is
 * closed, all of its sockets are closed in the same turn, so a stop loses no request
 * (services/decisions/0044).
 * Upstream: Node accepts one connection per listening socket in each turn of its event loop:
 * https://github.com/libuv/libuv/pull/3696
 * Relies on: `emit('connection', socket)` handing a socket to an HTTP server, and `reusePort`, which
 * Node documents; Fastify closing its server by the server's own `close`, which is another one here.
 * Fastify's hook `preClose` would not do: it runs some turns before the server is closed.
 */

import { once } from 'node:events'
import type { Server } from 'node:http'
import { type AddressInfo, createServer } from 'node:net'
import type { FastifyInstance } from 'fastify'

/**
 * Listening sockets per port. The turns of a busy process are long: with a single socket, a proxy
 * that opens a connection for each request would wait for seconds in a burst of connections.
 */
const SOCKETS = 16
/**
 * Connections that may wait to be accepted, per socket. When the backlog is full, the client's
 * system retries only after a whole second.
 */
const BACKLOG = 4_096
/** Only Linux distributes the connections of a port over its sockets (`SO_REUSEPORT`). */
const CAN_SHARE = process.platform === 'linux'

/** Opens the port of a service that is behind a proxy, on Linux with several sockets. */
export async function listenOnSockets(
  app: FastifyInstance,
  where: { host: string; port: number },
): Promise<void> {
  const options = { ...where, backlog: BACKLOG, reusePort: CAN_SHARE }
  await app.listen(options)
  if (!CAN_SHARE) return
  const { port } = app.server.address() as AddressInfo
  await openMore(app.server, { ...options, port })
}

/** Hands connections of additional sockets to the server, and closes these sockets with it. */
async function openMore(
  server: Server,
  options: { host: string; port: number; backlog: number; reusePort: boolean },
): Promise<void> {
  const others = Array.from({ length: SOCKETS - 1 }, () =>
    createServer({ allowHalfOpen: true, noDelay: true }, (socket) =>
      server.emit('connection', socket),
    ),
  )
  const close = server.close.bind(server)
  server.close = (done) => {
    const closed = others.map((other) => new Promise((resolve) => other.close(resolve)))
    return close((error) => void Promise.all(closed).then(() => done?.(error)))
  }
  await Promise.all(
    others.map(async (other) => {
      other.listen(options)
      await once(other, 'listening')
    }),
  )
}
