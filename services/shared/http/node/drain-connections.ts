/*
 * Promise: a stop loses no request: each that has reached this process is answered
 * (tests/integration/deploy/local/start-site.test.ts, services/shared/http/http-server.test.ts).
 * Upstream: Node closes idle connections while a request may be on its way on them, and has no way to
 * drain them: https://github.com/nodejs/node/issues/60617
 * Relies on: `server.close()` calling the server's own `closeIdleConnections`, which is another one
 * here; `shouldKeepAlive` of an answer being looked at when its headers are sent; one connection of
 * a listening socket being accepted in each turn of the event loop
 * (https://github.com/libuv/libuv/pull/3696).
 */

import type { Server, ServerResponse } from 'node:http'
import { setImmediate as nextTurn } from 'node:timers/promises'
import type { FastifyInstance } from 'fastify'

const leaving = new WeakSet<Server>()

/**
 * From now on each answer of a server closes its connection (`Connection: close`). When the server
 * is closed a little later, no request is lost on a connection that is just being closed.
 */
export function closeAfterAnswers(server: Server): void {
  leaving.add(server)
}

export const closesAfterAnswers = (server: Server): boolean => leaving.has(server)

/** The same for answers that are already under way then. */
export function closeConnectionsInAnswers(app: FastifyInstance): void {
  app.addHook('onSend', async (_request, { raw }) => {
    if (closesAfterAnswers(app.server)) closeAfter(raw)
  })
}

/** Has an answer whose headers are not sent yet be the last of its connection. */
export function closeAfter(response: ServerResponse): void {
  response.shouldKeepAlive = false
}

/**
 * Has a closing server announce it in its answers first, and close idle connections one turn later. Node would
 * do that at once, though a request may already be on its way on them.
 */
export function closeIdleLater(server: Server): void {
  const closeIdle = server.closeIdleConnections.bind(server)
  server.closeIdleConnections = () => {
    closeAfterAnswers(server)
    setTimeout(closeIdle, 0)
  }
}

/** Longest wait, for when connections arrive faster than they are accepted. */
const BACKLOG_MS = 500

/**
 * Waits until all connections in the backlog are accepted. Node accepts one in each turn of its
 * event loop, and closing the server resets all others, which may have sent requests already.
 */
export async function drainBacklog(server: Server): Promise<void> {
  const end = performance.now() + BACKLOG_MS
  let hasAccepted = true
  const onConnection = () => {
    hasAccepted = true
  }
  server.on('connection', onConnection)
  await nextTurn()
  while (hasAccepted && performance.now() < end) {
    hasAccepted = false
    await nextTurn()
  }
  server.off('connection', onConnection)
}
