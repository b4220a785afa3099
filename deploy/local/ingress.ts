import type { IncomingHttpHeaders } from 'node:http'
import httpProxy from '@fastify/http-proxy'
import Fastify, { type FastifyInstance } from 'fastify'

export interface IngressOptions {
  /** Base addresses of the services behind it. */
  searchUrl: string
  renderUrl: string
}

const READING = new Set(['GET', 'HEAD', 'OPTIONS'])
/** An address that render has no page for: it answers with the not-found page. */
const NOWHERE = '/404.html'

/** What a cluster's ingress does, for one machine: two routes, and nothing but reading. */
export function createIngress({ searchUrl, renderUrl }: IngressOptions): FastifyInstance {
  const ingress = Fastify({
    requestTimeout: 10_000,
    connectionTimeout: 60_000,
    keepAliveTimeout: 75_000,
    bodyLimit: 1024,
    http: { headersTimeout: 8_000, maxHeaderSize: 16 * 1024 },
    forceCloseConnections: true,
    routerOptions: { maxParamLength: 16 * 1024 },
    rewriteUrl: ({ url = '' }) => (isPlain(url) ? url : NOWHERE),
  })
  ingress.addHook('onRequest', async ({ method }, reply) => {
    if (!READING.has(method)) await reply.code(405).header('allow', 'GET, HEAD').send()
  })

  const options = {
    undici: { bodyTimeout: 15_000, headersTimeout: 15_000, connections: 128 },
    replyOptions: { rewriteHeaders: withoutConnection },
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

/** What a service says about its connection to us is nothing to the reader's connection. */
function withoutConnection({
  connection: _connection,
  'keep-alive': _keepAlive,
  ...headers
}: IncomingHttpHeaders): IncomingHttpHeaders {
  return headers
}
