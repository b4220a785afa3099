/*
 * Promise: one client with one connection keeps no more than one handler busy, and its answers keep
 * their order, refusals included (services/decisions/0044).
 * Upstream: Node starts all pipelined requests at once: https://github.com/nodejs/node/issues/50850
 * Relies on: a response having no `socket` until those before it are sent; `close` being emitted once
 * for each response; `shouldKeepAlive` being looked at when headers are sent; `pause()` of a socket
 * stopping Node's parser.
 */

import type { RequestListener, ServerResponse } from 'node:http'
import type { Duplex } from 'node:stream'
import { closeAfter } from './drain-connections.ts'

/** Most pipelined requests of one connection that may wait. Browsers never pipeline. */
const MAX_WAITING = 32

interface Connection {
  /** Answer to the last request, and to the one before it if the last was pipelined behind it. */
  last: ServerResponse
  before?: ServerResponse | undefined
  waiting: number
  /** Further requests of this connection are not read any more. */
  full: boolean
}

const connections = new WeakMap<Duplex, Connection>()

/**
 * Starts each request of a connection only after the answers before it are sent. Node would start
 * all pipelined requests at once, so a client that sends thousands and reads nothing would keep
 * thousands of handlers busy.
 */
export function answerInOrder(answer: RequestListener): RequestListener {
  return (request, response) => {
    const { socket } = request
    const known = connections.get(socket)
    if (!known) {
      connections.set(socket, { last: response, waiting: 0, full: false })
      return answer(request, response)
    }
    // Node assigns the socket to a response when the responses before it are sent.
    if (response.socket && !known.full) {
      known.last = response
      known.before = undefined
      return answer(request, response)
    }
    if (known.waiting >= MAX_WAITING || known.full) return stopReading(known, socket)

    known.waiting += 1
    known.before = known.last
    known.last = response
    known.before.once('close', () => {
      known.waiting -= 1
      // One of those answers may have been the connection's last.
      if (socket.writable) answer(request, response)
    })
  }
}

/** Waiting requests are still answered, then the connection is closed; a client may reconnect. */
function stopReading(connection: Connection, socket: Duplex): void {
  connection.full = true
  closeAfter(connection.last)
  socket.pause()
}

/**
 * Sends one more answer after those that the connection's requests still get. Left out if the
 * request that it belongs to has an answer already.
 */
export function afterPendingAnswers(socket: Duplex, answer: () => void): void {
  const { last, before } = connections.get(socket) ?? {}
  const isWhole = last?.req.complete
  if (last && !isWhole && last.headersSent) return void socket.destroy()
  const pending = isWhole ? last : before
  if (pending && !pending.writableFinished) pending.once('close', answer)
  else answer()
}
