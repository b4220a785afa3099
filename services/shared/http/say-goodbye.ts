import type { Server } from 'node:http'
import { setImmediate as nextTurn } from 'node:timers/promises'
import type { FastifyInstance } from 'fastify'

const leaving = new WeakSet<Server>()

/**
 * From now on each answer of a server closes its connection (`Connection: close`). When the server
 * is closed a little later, no request is lost on a connection that is just being closed.
 */
export function sayGoodbye(server: Server): void {
  leaving.add(server)
}

export const saysGoodbye = (server: Server): boolean => leaving.has(server)

/** The same for answers that are already under way then. */
export function sayGoodbyeInAnswers(app: FastifyInstance): void {
  app.addHook('onSend', async (_request, { raw }) => {
    if (saysGoodbye(app.server)) raw.shouldKeepAlive = false
  })
}

/** Longest wait, for when connections arrive faster than they are accepted. */
const KNOCKING_MS = 500

/**
 * Waits until all connections in the backlog are accepted. Node accepts one in each turn of its
 * event loop, and closing the server resets all others, which may have sent requests already.
 */
export async function untilNobodyKnocks(server: Server): Promise<void> {
  const end = performance.now() + KNOCKING_MS
  let knocked = true
  const letIn = () => {
    knocked = true
  }
  server.on('connection', letIn)
  await nextTurn()
  while (knocked && performance.now() < end) {
    knocked = false
    await nextTurn()
  }
  server.off('connection', letIn)
}
