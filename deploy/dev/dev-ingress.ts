import type { ServerResponse } from 'node:http'
import httpProxy from '@fastify/http-proxy'
import Fastify from 'fastify'

interface DevIngressOptions {
  /** Base addresses of the services behind it. */
  searchUrl: string
  renderUrl: string
}

/** What open pages are told (`web/src/dev-reload.ts` listens). */
interface News {
  /** The build that is served. */
  build: string
  /** Addresses of its style sheets, where nothing else is new. */
  styles?: readonly string[]
  /** Pages of it that say something else than before. */
  paths?: readonly string[]
}

const NEWS = '/__dev'

export type DevIngress = ReturnType<typeof createDevIngress>

/**
 * Passes requests on to render and search, which are started again and again, and tells open pages
 * what is new.
 */
export function createDevIngress({ searchUrl, renderUrl }: DevIngressOptions) {
  const app = Fastify({ forceCloseConnections: true })
  const listeners = new Set<ServerResponse>()
  let build: string | undefined
  let ready = Promise.resolve()

  app.addHook('onRequest', async ({ url }) => {
    if (url !== NEWS) await ready
  })
  app.get(NEWS, (_request, reply) => {
    const { raw } = reply.hijack()
    raw.writeHead(200, { 'content-type': 'text/event-stream', 'cache-control': 'no-store' })
    listeners.add(raw)
    raw.on('close', () => listeners.delete(raw))
    // A page may have been on its way when the others heard of this build.
    if (build !== undefined) send(raw, { build })
  })
  const search = '/api/search'
  app.register(httpProxy, { upstream: searchUrl, prefix: search, rewritePrefix: search })
  app.register(httpProxy, { upstream: renderUrl })
  return {
    app,
    /** Requests wait from now on until this is settled. */
    holdUntil(settled: Promise<void>) {
      ready = settled
    },
    tell(news: News) {
      build = news.build
      for (const listener of listeners) send(listener, news)
    },
  }
}

const send = (listener: ServerResponse, news: News) =>
  listener.write(`data: ${JSON.stringify(news)}\n\n`)
