import type { FastifyInstance } from 'fastify'
import type { Kysely } from 'kysely'
import type { ContentClient } from '#shared/clients/content-client.ts'
import type { SearchClient } from '#shared/clients/search-client.ts'
import type { PagePath } from '#shared/contracts/primitives.ts'
import { createService, type LogOptions, type Service } from '#shared/http/create-service.ts'
import type { LoadedBundle } from './bundle/web-bundle.ts'
import { keepPages } from './memory/keep-pages.ts'
import type { PublishedSignal } from './memory/listen-for-published.ts'
import { answerFromMemory } from './pages/answer-from-memory.ts'
import { keepErrorBodies } from './pages/error-bodies.ts'
import { createEntryLoader } from './pages/load-entry.ts'
import { pageRoutes } from './pages/page-routes.ts'
import { securityHeaders } from './pages/security-headers.ts'
import { createShellSource, type ShellSource } from './pages/shell-source.ts'
import { createEarlierAssets } from './public-files/earlier-assets.ts'
import { loadLastingFiles } from './public-files/lasting-files.ts'
import { publicFileRoutes } from './public-files/public-file-routes.ts'
import type { Database } from './rebuild/database.ts'
import type { Store } from './store/page-store.ts'

export interface RenderDependencies {
  db: Kysely<Database>
  store: Store
  /** A hint: without it edits are seen when pages are compared with the store. */
  published: Pick<PublishedSignal, 'subscribe'>
  content: ContentClient
  search: SearchClient
  bundle: LoadedBundle
  /** The public address, without a slash at its end. */
  siteUrl: string
  /** Bytes of pages that are kept in memory. */
  memoryBytes: number
  log: LogOptions
}

export interface RenderService extends Service {
  /** How often the most used pages were, since this was last called; at most `limit` of them. */
  takeHits(limit: number): Map<PagePath, number>
  /** Waits for the pages made so far that are being stored. */
  stored(): Promise<void>
}

/** How often it is seen to that the error page has the header and menu of the other pages. */
const SHELL_MS = 2_000

/** Builds the service that readers meet. Opens no socket and reads no environment. */
export async function buildApp(dependencies: RenderDependencies): Promise<RenderService> {
  const { db, store, published, content, search, bundle, siteUrl, memoryBytes, log } = dependencies
  const { build } = bundle
  const stored = store.pages(build)
  const service = createService({ name: 'render', log, checks: { pages: onceReached(stored) } })
  const { app, durations } = service

  const pages = keepPages(stored, { maxBytes: memoryBytes })
  published.subscribe({
    onPublished(publishedBuild, paths) {
      if (publishedBuild === build) pages.doubt(paths)
    },
    onGap: pages.doubtAll,
  })
  const maker = { content, bundle, siteUrl }
  const publisher = { db, store: stored, build }
  const loading = createEntryLoader({ pages, publisher, maker, log: app.log })
  const loadEntry = loading.load
  const shells = createShellSource(loadEntry)
  const errors = await keepErrorBodies(maker, shells)
  const files = await loadLastingFiles(bundle, siteUrl)
  lookAfterShell(app, shells)

  const headers = securityHeaders(siteUrl)
  service.answerFirst(
    answerFromMemory({ pages, files, commonHeaders: Object.entries(headers).flat(), durations }),
  )
  app.addHook('onSend', async (_request, reply) => {
    reply.headers(headers)
  })
  app.addHook('onRequest', async ({ method }, reply) => {
    if (method === 'GET' || method === 'HEAD') return
    await reply.code(405).header('allow', 'GET, HEAD').send()
  })
  const earlierAssets = createEarlierAssets(store.assets)
  app.register(publicFileRoutes, { loadEntry, files, earlierAssets })
  app.register(pageRoutes, { loadEntry, shells, errors, search, maker })
  app.addHook('onClose', loading.stored)
  return { ...service, takeHits: pages.takeHits, stored: loading.stored }
}

/**
 * A store that cannot be reached from the start is a mistake of ours. Later on, readers are served
 * from memory and from content, and sending them away would take from them what there is.
 */
function onceReached(store: { readMark(): Promise<unknown> }): () => Promise<void> {
  let reached = false
  return async () => {
    if (!reached) await store.readMark()
    reached = true
  }
}

/** Content may be down when this service starts, and the menu may change while it runs. */
function lookAfterShell(app: FastifyInstance, shells: ShellSource): void {
  const load = () => shells.load().catch(() => app.log.debug('header and menu are not known yet'))
  load()
  const timer = setInterval(load, SHELL_MS).unref()
  app.addHook('onClose', async () => clearInterval(timer))
}
