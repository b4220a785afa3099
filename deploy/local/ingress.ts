import { once } from 'node:events'
import type { IncomingHttpHeaders } from 'node:http'
import httpProxy from '@fastify/http-proxy'
import Fastify, { type FastifyInstance } from 'fastify'
import { SiteError } from '../../services/shared/errors.ts'
import {
  FORWARDED_HEADER,
  forwardedFor,
  type Passed,
} from '../../services/shared/http/forwarded-for.ts'
import { createHttpServer, MAX_HEADER_SIZE } from '../../services/shared/http/http-server.ts'
import { type IndexingSwitch, publicHeadersAt } from '../../services/shared/http/indexing.ts'
import { installProblemHandler } from '../../services/shared/http/problem-handler.ts'
import { allowReadingOnly } from '../../services/shared/http/read-only.ts'
import { REQUEST_ID_HEADER, requestIdOf } from '../../services/shared/http/request-id.ts'
import { sayGoodbyeInAnswers, untilNobodyKnocks } from '../../services/shared/http/say-goodbye.ts'
import { traceRequests } from '../../services/shared/http/trace-requests.ts'
import type { TrustAddress } from '../../services/shared/http/trusted-proxies.ts'
import { tracerOf } from '../../services/shared/tracing/tracing.ts'
import { within } from '../../services/shared/within.ts'
import { fromReader, fromService } from './passed-headers.ts'
import { isPlain, withoutOwnOrigin } from './plain-address.ts'
import { takeWhole } from './take-whole.ts'
import { boundUnread, type SentAnswer } from './unread-answers.ts'

export interface IngressOptions {
  /** Base addresses of the services behind it. */
  searchUrl: string
  renderUrl: string
  /** The public address, without a slash at its end. */
  siteUrl: string
  /** Whether search engines may list the site; off unless told otherwise. */
  indexing?: IndexingSwitch
  /** Proxies in front whose `X-Forwarded-For` is trusted; none unless given. */
  trustedProxies?: TrustAddress
  /** Milliseconds after which the connection of a reader who reads nothing is closed. */
  unreadMs?: number
  /**
   * Milliseconds for keep-alive connections to get a last answer when it closes; 0 unless given.
   */
  goodbyeMs?: number
}

/** Most bytes of all answers that readers have not read yet. */
const MAX_UNREAD = 256 * 1024 * 1024
/** Additional time for closing itself when no answer is under way any more. */
const LAST_WORDS_MS = 1_000

/** An address that render has no page for: it answers with the not-found page. */
const NOWHERE = '/404.html'

/**
 * The counterpart of a cluster's ingress for one machine: two read-only routes. Its own refusals
 * have the same headers as the services' answers.
 */
export function createIngress({
  searchUrl,
  renderUrl,
  siteUrl,
  indexing = 'off',
  trustedProxies = () => false,
  unreadMs = 30_000,
  goodbyeMs = 0,
}: IngressOptions): FastifyInstance {
  const headers = publicHeadersAt(siteUrl, indexing)('/')
  const unread = boundUnread(MAX_UNREAD)
  const ingress = Fastify({
    serverFactory: (answer) => createHttpServer(answer, { headers, stillMs: unreadMs, goodbyeMs }),
    bodyLimit: 1024,
    genReqId: requestIdOf,
    // The server has answered them already.
    clientErrorHandler: () => {},
    // Requests that arrive while it closes are still answered.
    return503OnClosing: false,
    forceCloseConnections: 'idle',
    routerOptions: { maxParamLength: MAX_HEADER_SIZE },
    rewriteUrl({ url = '', headers: { host } }) {
      const address = withoutOwnOrigin(url, host)
      return isPlain(address) ? address : NOWHERE
    },
  })
  sayGoodbyeInAnswers(ingress)
  const tracer = tracerOf('ingress')
  const tracing = tracer && traceRequests(ingress, tracer, false)
  installProblemHandler(ingress)
  allowReadingOnly(ingress)
  ingress.addHook('onSend', async ({ id }, reply) => {
    for (const [name, value] of Object.entries({ ...headers, [REQUEST_ID_HEADER]: id })) {
      // Headers set by a service are kept.
      if (!reply.hasHeader(name)) reply.header(name, value)
    }
  })

  const options = {
    undici: { bodyTimeout: 15_000, headersTimeout: 15_000, connections: 128 },
    // There is only one of each service: a retry would only add to its load.
    retryMethods: [],
    replyOptions: {
      rewriteHeaders: fromService,
      rewriteRequestHeaders: (
        { id, raw }: { id: string; raw: Passed },
        headers: IncomingHttpHeaders,
      ) => ({
        ...fromReader(headers),
        ...tracing?.headersFor(raw),
        [REQUEST_ID_HEADER]: id,
        [FORWARDED_HEADER]: forwardedFor(raw, trustedProxies),
      }),
      onResponse: (
        _request: unknown,
        reply: Answering,
        { stream }: { stream: AsyncIterable<Buffer> },
      ) => void passOn(stream, reply),
      onError: answerOutage,
    },
  }
  ingress.register(httpProxy, {
    upstream: searchUrl,
    prefix: '/api/search',
    rewritePrefix: '/api/search',
    ...options,
  })
  ingress.register(httpProxy, { upstream: renderUrl, ...options })
  return ingress

  async function passOn(stream: AsyncIterable<Buffer>, reply: Answering): Promise<void> {
    const body = await takeWhole(stream).catch((error: Error) => error)
    if (body instanceof Error) {
      // The headers of the service's answer do not apply to ours.
      for (const name of Object.keys(reply.getHeaders())) reply.removeHeader(name)
      return answerOutage(reply, { error: body })
    }
    unread.add(reply.raw, body.length)
    reply.send(body)
  }
}

/**
 * Accepts no more connections, and lets requests under way finish.
 *
 * @param cutOffMs answers still under way after this are cut off
 */
export async function closeIngress(ingress: FastifyInstance, cutOffMs: number): Promise<void> {
  const { server } = ingress
  await untilNobodyKnocks(server)
  const empty = once(server, 'close')
  const cutOff = setTimeout(() => server.closeAllConnections(), cutOffMs)
  // Close the server before Fastify does: from then on answers carry `Connection: close`, and a
  // client that reconnected meanwhile would be cut off without an answer.
  server.close()
  await within(cutOffMs + LAST_WORDS_MS, empty)
  clearTimeout(cutOff)
  await ingress.close()
}

/** The common type of replies of the proxy and of the ingress. */
interface Answering {
  raw: SentAnswer
  send(payload: unknown): unknown
  getHeaders(): object
  removeHeader(name: string): unknown
}

/** Answers when a service is unreachable or takes too long. */
function answerOutage(reply: Answering, { error }: { error: Error }): void {
  reply.send(
    new SiteError('unavailable', 'This cannot be answered just now; try again', { cause: error }),
  )
}
