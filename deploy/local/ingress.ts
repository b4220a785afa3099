import httpProxy from '@fastify/http-proxy'
import Fastify, { type FastifyInstance } from 'fastify'

export interface IngressOptions {
  /** Base addresses of the services behind it. */
  searchUrl: string
  renderUrl: string
}

const READING = new Set(['GET', 'HEAD', 'OPTIONS'])

/** What a cluster's ingress does, for one machine: two routes, and nothing but reading. */
export function createIngress({ searchUrl, renderUrl }: IngressOptions): FastifyInstance {
  const ingress = Fastify({
    requestTimeout: 10_000,
    connectionTimeout: 60_000,
    keepAliveTimeout: 75_000,
    bodyLimit: 1024,
    http: { headersTimeout: 8_000, maxHeaderSize: 16 * 1024 },
    forceCloseConnections: true,
    routerOptions: { maxParamLength: 2_000 },
  })
  ingress.addHook('onRequest', async ({ method }, reply) => {
    if (!READING.has(method)) await reply.code(405).header('allow', 'GET, HEAD').send()
  })

  const undici = { bodyTimeout: 15_000, headersTimeout: 15_000, connections: 128 }
  ingress.register(httpProxy, {
    upstream: searchUrl,
    prefix: '/api/search',
    rewritePrefix: '/api/search',
    undici,
  })
  ingress.register(httpProxy, { upstream: renderUrl, undici })
  return ingress
}
