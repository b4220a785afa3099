import type { IncomingMessage, RequestListener, Server, ServerResponse } from 'node:http'
import type { FastifyBaseLogger } from 'fastify'
import type { FastPath } from './fast-path.ts'
import { createHttpServer } from './http-server.ts'
import { createTurnQueue } from './node/turn-queue.ts'
import { withoutOwnOrigin } from './own-address.ts'
import type { HeadersAt } from './security-headers.ts'
import type { TrustAddress } from './trusted-proxies.ts'
import { removeUntrustedHeaders } from './untrusted-headers.ts'

export interface EntranceOptions {
  headersAt: HeadersAt
  trustedProxies?: TrustAddress | undefined
  stillMs?: number | undefined
  /** Counts the requests that reach the routes. */
  counted: (listener: RequestListener) => RequestListener
}

/** What a request meets before the routes: the services mounted here, the fast path, and its turn. */
export interface Entrance {
  answer: RequestListener
  /** Makes the server whose requests come in here. */
  createServer(routes: RequestListener): Server
  answerFirst(fastPath: FastPath, log: FastifyBaseLogger): void
  mount(path: string, answer: RequestListener): void
}

export function createEntrance(options: EntranceOptions): Entrance {
  const { headersAt, trustedProxies, stillMs, counted } = options
  const mounted: { path: string; answer: RequestListener }[] = []
  const takeTurn = createTurnQueue()
  let isAnswered = (_request: IncomingMessage, _response: ServerResponse) => false
  let answerByRoutes: RequestListener = () => {}

  const answer: RequestListener = (request, response) => {
    if (isAnswered(request, response)) return
    takeTurn(() => {
      // Skip clients that have disconnected meanwhile.
      if (!request.socket.destroyed) answerByRoutes(request, response)
    })
  }

  return {
    answer,
    createServer(routes) {
      answerByRoutes = counted(routes)
      return createHttpServer(
        (request, response) => {
          const { url = '/', headers } = request
          if (trustedProxies) removeUntrustedHeaders(request, trustedProxies)
          const address = withoutOwnOrigin(url, headers.host)
          request.url = address
          const elsewhere = mounted.find(({ path }) => isAtOrBelow(path, address))
          const answerHere = elsewhere?.answer ?? answer
          answerHere(request, response)
        },
        { headers: headersAt('/'), ...(stillMs !== undefined && { stillMs }) },
      )
    },
    answerFirst(fastPath, log) {
      isAnswered = (request, response) => {
        try {
          return fastPath(request, response) !== undefined
        } catch (error) {
          // Let the routes answer, only slower; an uncaught error would end the process.
          log.error({ err: error }, 'unexpected failure before the routes')
          return response.headersSent
        }
      }
    },
    mount: (path, other) => void mounted.push({ path, answer: other }),
  }
}

const isAtOrBelow = (path: string, address: string): boolean =>
  address.startsWith(path) && /^(?:$|[/?])/.test(address.slice(path.length, path.length + 1))
