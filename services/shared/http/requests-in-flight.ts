import type { RequestListener, Server } from 'node:http'
import type { Registry } from 'prom-client'
import { observeWith } from '../metrics/observe.ts'

export interface RequestsInFlight {
  /** The same answers, counted while they are under way. */
  counted(answer: RequestListener): RequestListener
}

/** Shows how much a server has to do just now. */
export function countRequestsInFlight(metrics: Registry): RequestsInFlight {
  let underWay = 0
  observeWith(metrics).gauge({
    name: 'finlore_http_requests_in_flight',
    help: 'Requests that are being answered, without those answered at once from memory',
    read: () => underWay,
  })
  return {
    counted: (answer) => (request, response) => {
      underWay += 1
      // It comes once, whether the answer was sent or whoever asked is gone.
      response.once('close', () => {
        underWay -= 1
      })
      answer(request, response)
    },
  }
}

/** Shows how many are connected to a server. */
export function observeConnections(metrics: Registry, server: Server): void {
  observeWith(metrics).gauge({
    name: 'finlore_http_connections',
    help: 'Open connections to the port that serves',
    read() {
      const counted = Promise.withResolvers<number>()
      server.getConnections((error, count) =>
        error ? counted.reject(error) : counted.resolve(count),
      )
      return counted.promise
    },
  })
}
