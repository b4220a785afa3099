import type { ServerResponse } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import httpProxy from '@fastify/http-proxy'
import Fastify from 'fastify'

interface DevIngressOptions {
  /** Base addresses of the services behind it. */
  searchUrl: string
  renderUrl: string
}

/** An event that is sent to open pages (`web/src/dev-reload.ts` listens). */
interface BuildEvent {
  /** The build that is served. */
  build: string
  /** Addresses of its style sheets, where nothing else is new. */
  styles?: readonly string[]
  /** Pages of it that say something else than before. */
  paths?: readonly string[]
}

const EVENTS_PATH = '/__dev'

/** How long a request waits at most for code that runs. Until then, its browser shows what it has. */
const HELD_MS = 60_000

export type DevIngress = ReturnType<typeof createDevIngress>

/**
 * Passes requests on to render and search, which restart often, and notifies open pages
 * what is new.
 */
export function createDevIngress({ searchUrl, renderUrl }: DevIngressOptions) {
  const app = Fastify({ forceCloseConnections: true })
  const listeners = new Set<ServerResponse>()
  let build: string | undefined
  let held: PromiseWithResolvers<void> | undefined

  app.addHook('onRequest', async ({ url }) => {
    if (url === EVENTS_PATH || !held) return
    await Promise.race([held.promise, sleep(HELD_MS, undefined, { ref: false })])
  })
  app.get(EVENTS_PATH, (_request, reply) => {
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
    /** Requests wait from now on: a page that is loaded again meanwhile stays as it is. */
    hold() {
      held ??= Promise.withResolvers()
    },
    release() {
      held?.resolve()
      held = undefined
    },
    tell(event: BuildEvent) {
      build = event.build
      for (const listener of listeners) send(listener, event)
    },
  }
}

const send = (listener: ServerResponse, event: BuildEvent) =>
  listener.write(`data: ${JSON.stringify(event)}\n\n`)
