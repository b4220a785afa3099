import type { FastifyInstance } from 'fastify'
import type { Kysely } from 'kysely'
import type { ContentClient } from '#shared/clients/content-client.ts'
import type { SearchClient } from '#shared/clients/search-client.ts'
import { createService, type LogOptions, type Service } from '#shared/http/create-service.ts'
import type { LoadedBundle } from './bundle/web-bundle.ts'
import { keepErrorBodies } from './pages/error-bodies.ts'
import { createEntryLoader } from './pages/load-entry.ts'
import { pageRoutes } from './pages/page-routes.ts'
import { installSecurityHeaders } from './pages/security-headers.ts'
import { createShellSource, type ShellSource } from './pages/shell-source.ts'
import { publicFileRoutes } from './public-files/public-file-routes.ts'
import type { Database } from './rebuild/database.ts'
import type { PageStore } from './store/page-store.ts'

export interface RenderDependencies {
  db: Kysely<Database>
  store: PageStore
  content: ContentClient
  search: SearchClient
  bundle: LoadedBundle
  /** The public address, without a slash at its end. */
  siteUrl: string
  log: LogOptions
}

/** How often it is seen to that the error page has the header and menu of the other pages. */
const SHELL_MS = 2_000

/** Builds the service that readers meet. Opens no socket and reads no environment. */
export async function buildApp(dependencies: RenderDependencies): Promise<Service> {
  const { db, store, content, search, bundle, siteUrl, log } = dependencies
  const service = createService({
    name: 'render',
    log,
    // Readers are served from the store whatever else is down, so nothing else is asked.
    checks: {
      pages: async () => {
        await store.readMark()
      },
    },
  })
  const { app } = service
  const maker = { content, bundle, siteUrl }
  const loadEntry = createEntryLoader({ db, store, build: bundle.build }, maker, app.log)
  const shells = createShellSource(loadEntry)
  const errors = await keepErrorBodies(maker, shells)
  lookAfterShell(app, shells)

  installSecurityHeaders(app, siteUrl)
  app.addHook('onRequest', async ({ method }, reply) => {
    if (method === 'GET' || method === 'HEAD') return
    await reply.code(405).header('allow', 'GET, HEAD').send()
  })
  app.register(publicFileRoutes, { loadEntry, bundle, siteUrl })
  app.register(pageRoutes, { loadEntry, shells, errors, search, maker })
  return service
}

/** Content may be down when this service starts, and the menu may change while it runs. */
function lookAfterShell(app: FastifyInstance, shells: ShellSource): void {
  const load = () => shells.load().catch(() => app.log.debug('header and menu are not known yet'))
  load()
  const timer = setInterval(load, SHELL_MS).unref()
  app.addHook('onClose', async () => clearInterval(timer))
}
