import type { Server } from 'node:http'
import { setImmediate as nextTurn } from 'node:timers/promises'
import type { FastifyInstance } from 'fastify'

const leaving = new WeakSet<Server>()

/**
 * From now on each answer of a server says that its connection ends with it. Whoever closes the server
 * a little later then meets no request on a connection that is just being closed.
 */
export function sayGoodbye(server: Server): void {
  leaving.add(server)
}

export const saysGoodbye = (server: Server): boolean => leaving.has(server)

/** The same for answers that are under way by then. */
export function sayGoodbyeInAnswers(app: FastifyInstance): void {
  app.addHook('onSend', async (_request, { raw }) => {
    if (saysGoodbye(app.server)) raw.shouldKeepAlive = false
  })
}

/** Where connections come faster than they are let in, it ends all the same. */
const KNOCKING_MS = 500

/**
 * Waits until whoever has come is let in. Node takes one connection in each turn of its loop, and a
 * server that is closed sends all others away who have come and perhaps asked already.
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
