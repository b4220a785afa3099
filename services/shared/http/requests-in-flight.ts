import type { RequestListener, Server } from 'node:http'
import { promisify } from 'node:util'
import type { Registry } from 'prom-client'
import { observeWith } from '../metrics/observe.ts'

/**
 * Adds a metric of the requests that a server is answering now.
 *
 * @returns a listener that counts the answers of another one while they are under way
 */
export function countRequestsInFlight(metrics: Registry) {
  let inFlight = 0
  observeWith(metrics).gauge({
    name: 'finlore_http_requests_in_flight',
    help: 'Requests being answered, without those answered immediately from memory',
    read: () => inFlight,
  })
  return (answer: RequestListener): RequestListener =>
    (request, response) => {
      inFlight += 1
      // Emitted once, whether the answer was sent or the client has disconnected.
      response.once('close', () => {
        inFlight -= 1
      })
      answer(request, response)
    }
}

/** Adds a metric of the open connections of a server. */
export function observeConnections(metrics: Registry, server: Server): void {
  observeWith(metrics).gauge({
    name: 'finlore_http_connections',
    help: "Open connections to the service's port",
    read: promisify<number>((done) => server.getConnections(done)),
  })
}
