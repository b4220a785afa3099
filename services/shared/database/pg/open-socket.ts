/*
 * Promise: an edit costs few writes to its socket, so that many editors can save at once
 * (services/decisions/0021).
 * Upstream: https://nodejs.org/api/stream.html#writablecork recommends to uncork in the next tick; pg
 * uncorks at once.
 * Relies on: pg taking a socket by its option `stream`, and corking it while it writes one statement.
 * Over TLS pg puts a socket of its own around this one.
 */

import { Socket } from 'node:net'

/**
 * A socket for a connection to Postgres that writes all statements of one turn of the event loop at
 * once: writing to a socket costs about as much as making a small statement. `pg` corks the socket
 * while it writes the parts of one statement; here that lasts until the end of the turn. Over TLS,
 * each statement is written by itself, as without it.
 */
export function openSocket(): Socket {
  const socket = new Socket()
  const uncork = socket.uncork.bind(socket)
  socket.uncork = () => process.nextTick(uncork)
  return socket
}
