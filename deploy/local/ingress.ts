import type { IncomingHttpHeaders } from 'node:http'
import httpProxy from '@fastify/http-proxy'
import Fastify, { type FastifyInstance } from 'fastify'
import { SiteError } from '../../services/shared/errors.ts'
import {
  FORWARDED_HEADER,
  forwardedFor,
  type Passed,
} from '../../services/shared/http/forwarded-for.ts'
import { type IndexingSwitch, publicHeaders } from '../../services/shared/http/indexing.ts'
import { installProblemHandler } from '../../services/shared/http/problem-handler.ts'
import { allowReadingOnly } from '../../services/shared/http/read-only.ts'
import {
  createClientErrorHandler,
  refuseExpectations,
} from '../../services/shared/http/refuse-malformed.ts'
import { REQUEST_ID_HEADER, requestIdOf } from '../../services/shared/http/request-id.ts'
import { traceRequests } from '../../services/shared/http/trace-requests.ts'
import type { TrustAddress } from '../../services/shared/http/trusted-proxies.ts'
import { tracerOf } from '../../services/shared/tracing/tracing.ts'

export interface IngressOptions {
  /** Base addresses of the services behind it. */
  searchUrl: string
  renderUrl: string
  /** The public address, without a slash at its end. */
  siteUrl: string
  /** Whether search engines may list the site; off unless told otherwise. */
  indexing?: IndexingSwitch
  /** Proxies in front that are believed whom a request comes from; none unless given. */
  trustedProxies?: TrustAddress
}

/** An address that render has no page for: it answers with the not-found page. */
const NOWHERE = '/404.html'

/**
 * What a cluster's ingress does, for one machine: two routes, and nothing but reading. Its own
 * refusals say what the services' answers say.
 */
export function createIngress({
  searchUrl,
  renderUrl,
  siteUrl,
  indexing = 'off',
  trustedProxies = () => false,
}: IngressOptions): FastifyInstance {
  const headers = publicHeaders(siteUrl, indexing)
  const ingress = Fastify({
    requestTimeout: 10_000,
    connectionTimeout: 60_000,
    keepAliveTimeout: 75_000,
    bodyLimit: 1024,
    // Node would refuse a request without a host in silence; the hook below does it in words.
    http: { headersTimeout: 8_000, maxHeaderSize: 16 * 1024, requireHostHeader: false },
    genReqId: requestIdOf,
    clientErrorHandler: createClientErrorHandler(headers),
    forceCloseConnections: true,
    routerOptions: { maxParamLength: 16 * 1024 },
    rewriteUrl({ url = '', headers: { host } }) {
      const address = withoutOwnOrigin(url, host)
      return isPlain(address) ? address : NOWHERE
    },
  })
  refuseExpectations(ingress.server, headers)
  const tracer = tracerOf('ingress')
  const tracing = tracer && traceRequests(ingress, tracer, false)
  installProblemHandler(ingress)
  ingress.addHook('onRequest', async ({ raw }) => {
    if (raw.headers.host === undefined && raw.httpVersion === '1.1') {
      throw new SiteError('invalid-input', 'The request names no host')
    }
  })
  allowReadingOnly(ingress)
  ingress.addHook('onSend', async ({ id }, reply) => {
    for (const [name, value] of Object.entries({ ...headers, [REQUEST_ID_HEADER]: id })) {
      // What a service says of its answer stands.
      if (!reply.hasHeader(name)) reply.header(name, value)
    }
  })

  const options = {
    undici: { bodyTimeout: 15_000, headersTimeout: 15_000, connections: 128 },
    replyOptions: {
      rewriteHeaders: withoutConnection,
      rewriteRequestHeaders: (
        { id, raw }: { id: string; raw: Passed },
        headers: IncomingHttpHeaders,
      ) => ({
        ...withoutTrace(headers),
        ...tracing?.headersFor(raw),
        [REQUEST_ID_HEADER]: id,
        [FORWARDED_HEADER]: forwardedFor(raw, trustedProxies),
      }),
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
}

/** The path of an address that is written with scheme and host, as for a proxy; else as it came. */
function withoutOwnOrigin(url: string, host: string | undefined): string {
  const [origin = '', authority = ''] = /^https?:\/\/([^/?#]+)/i.exec(url) ?? []
  if (authority === '' || authority.toLowerCase() !== host?.toLowerCase()) return url
  const address = url.slice(origin.length)
  return address.startsWith('/') ? address : `/${address}`
}

/** Whether an address is a path of this site that means what it says, and no way out of it. */
function isPlain(url: string): boolean {
  const [path = ''] = url.split('?', 1)
  try {
    const base = new URL('http://site')
    const { origin, pathname } = new URL(path, base)
    return origin === base.origin && pathname === path && !decodeURIComponent(path).includes('..')
  } catch {
    return false
  }
}

/** What the proxy and the ingress know alike of a reply. */
interface Answering {
  send(payload: unknown): unknown
}

/** A service is away, or takes too long. */
function answerOutage(reply: Answering, { error }: { error: Error }): void {
  reply.send(
    new SiteError('unavailable', 'This cannot be answered just now; try again', { cause: error }),
  )
}

/** What a service says about its connection to us is nothing to the reader's connection. */
function withoutConnection({
  connection: _connection,
  'keep-alive': _keepAlive,
  ...headers
}: IncomingHttpHeaders): IncomingHttpHeaders {
  return headers
}

/** Which requests are traced is not for readers to say. */
function withoutTrace({
  traceparent: _traceparent,
  tracestate: _tracestate,
  ...headers
}: IncomingHttpHeaders): IncomingHttpHeaders {
  return headers
}
