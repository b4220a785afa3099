import type { RequestListener, ServerResponse } from 'node:http'
import type { Duplex } from 'node:stream'

/** Requests of one connection that may wait for the answers before theirs. Browsers never send any. */
const MAX_WAITING = 32

interface Connection {
  /** Of the request that came last, and of the one before it where it did not wait for that answer. */
  last: ServerResponse
  before?: ServerResponse | undefined
  waiting: number
  /** What comes now is not read any more. */
  full: boolean
}

const connections = new WeakMap<Duplex, Connection>()

/**
 * Begins each request of a connection only when the answers before it are sent. Node would begin all
 * that come together, and a client that sends thousands and reads nothing would keep as many busy.
 */
export function inTurn(answer: RequestListener): RequestListener {
  return (request, response) => {
    const { socket } = request
    const known = connections.get(socket)
    if (!known) {
      connections.set(socket, { last: response, waiting: 0, full: false })
      return answer(request, response)
    }
    // Node gives a response its connection when those before it are sent.
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

/** What waits is still answered; then the connection ends, and a client may send the rest on another. */
function stopReading(connection: Connection, socket: Duplex): void {
  connection.full = true
  connection.last.shouldKeepAlive = false
  socket.pause()
}

/**
 * Lets one more answer follow those that a connection's requests still get. It is left out where the
 * request that it is about has an answer already.
 */
export function afterTurns(socket: Duplex, answer: () => void): void {
  const { last, before } = connections.get(socket) ?? {}
  const isWhole = last?.req.complete
  if (last && !isWhole && last.headersSent) return void socket.destroy()
  const pending = isWhole ? last : before
  if (pending && !pending.writableFinished) pending.once('close', answer)
  else answer()
}
