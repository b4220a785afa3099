import type { FastifyInstance } from 'fastify'
import type { Registry } from 'prom-client'
import { createContentClient } from '#shared/clients/content-client.ts'
import { createEditorClient } from '#shared/clients/editor-client.ts'
import type { Settings } from '#shared/config.ts'
import { beginWhenMigrated } from '#shared/database/begin-when-migrated.ts'
import type { Databases } from '#shared/database/connect.ts'
import { requireMigrations } from '#shared/database/schema-state.ts'
import { claimIdentityAt } from '#shared/database/site-identity.ts'
import { createService, type LogOptions } from '#shared/http/create-service.ts'
import { requireToken } from '#shared/http/require-token.ts'
import type { Started } from '#shared/http/run-service.ts'
import { observeDependencies } from '#shared/metrics/observe-dependencies.ts'
import { observePools } from '#shared/metrics/observe-pool.ts'
import { observeJobs } from '#shared/queues/job-metrics.ts'
import { registerJobsScreen } from '#shared/queues/jobs-screen.ts'
import { openRebuildQueues } from '#shared/queues/open-rebuild-queues.ts'
import type { RebuildQueues } from '#shared/queues/rebuild-queues.ts'
import { requireNoEviction } from '#shared/queues/require-no-eviction.ts'
import { tracerOf } from '#shared/tracing/tracing.ts'
import type { WorkerConfig } from './config.ts'
import { loadWebBundle, observeWebBuild } from './documents/bundle/web-bundle.ts'
import type { EntryMaker } from './documents/make-entry.ts'
import { effectRoutes } from './preview/effect-routes.ts'
import { previewRoutes } from './preview/preview-routes.ts'
import { siteFileRoutes } from './preview/site-file-routes.ts'
import { createDrawer } from './server/pictures/draw-in-threads.ts'
import { measureStore } from './store/measure-store.ts'
import { openStore } from './store/open-store.ts'
import type { PageStores } from './store/page-store.ts'
import { storeOptions } from './store/store-env.ts'
import { cdnOf } from './worker/cdn/cdn-env.ts'
import { createPurgeMetrics } from './worker/cdn/purge-metrics.ts'
import { indexNowKey } from './worker/index-now/index-now-env.ts'
import { createIndexNowMetrics } from './worker/index-now/index-now-metrics.ts'
import { explainRoutes } from './worker/rebuild/explain-routes.ts'
import { createRebuildMetrics } from './worker/rebuild/rebuild-metrics.ts'
import { startRebuildWorker, type WorkerDependencies } from './worker/rebuild/rebuild-worker.ts'
import { requireEdge } from './worker/rebuild/watch-readers.ts'
import { connectRegistry, RENDER_SCHEMA, type RenderDatabase } from './worker/records/database.ts'
import { loadFollower } from './worker/records/page-registry.ts'

export interface WorkerParts
  extends Partial<
    Pick<WorkerDependencies, 'store' | 'content' | 'bundle' | 'indexNow' | 'cdn' | 'onProgress'>
  > {
  /** A pool that others use as well: it stays open when the worker closes. */
  database?: Databases<RenderDatabase>
  log?: LogOptions
}

/**
 * Starts the worker that keeps pages fresh, as soon as its tables exist. The caller opens its
 * private port, which has the jobs screen at `/jobs`, and `/explain`.
 *
 * @param parts dependencies that replace those made from the settings
 */
export async function startWorker(
  settings: Settings<WorkerConfig>,
  parts: WorkerParts = {},
): Promise<Started> {
  const { DATABASE_URL, SITE_URL, EDGE_URL: edgeUrl } = settings
  const key = indexNowKey(settings)
  const { indexNow = key === undefined ? undefined : { key, url: settings.INDEXNOW_URL } } = parts
  const { content = createContentClient(settings.CONTENT_URL), cdn = cdnOf(settings) } = parts
  const { bundle = await loadWebBundle(settings.WEB_DIST) } = parts
  const { build } = bundle
  const claimIdentity = () =>
    claimIdentityAt(DATABASE_URL, { locale: settings.SITE_LOCALE, key: settings.SITE_KEY })
  await claimIdentity()
  const tables = parts.database ?? connectRegistry(DATABASE_URL)
  const db = tables.write
  const service = createService({
    name: 'worker',
    log: parts.log ?? { level: settings.LOG_LEVEL },
    checks: {
      database: () => requireRegistry(db),
      // Only a wrong policy counts, no outage: edited pages are made without the queue.
      queue: () => requireNoEviction(queues),
    },
  })
  const { metrics } = service
  const { log } = service.app
  /** The queues of a build keep their jobs in Redis when it is given, else in Postgres. */
  const openQueues = (ofBuild: string) =>
    openRebuildQueues({ databaseUrl: DATABASE_URL, redisUrl: settings.REDIS_URL }, ofBuild, {
      onFailure: (error) => log.warn({ err: error }, 'the rebuild queue failed'),
    })
  const queues = openQueues(build)
  // Queues are open even if the worker never starts, and must be closed for the process to end.
  service.ops.addHook('onClose', () => queues.close())

  const store = measureStore(
    parts.store ?? openStore(settings.PAGE_STORE, storeOptions(settings)),
    metrics,
  )
  observeWorker(metrics, { build, queues, tables, content, store, edgeUrl })
  const told = {
    indexNow: createIndexNowMetrics(metrics, db, indexNow !== undefined),
    purges: createPurgeMetrics(metrics, db, cdn),
  }
  await openScreens(service.ops, settings, { queues, db, build })
  await openPreviews(service.ops, settings, { content, bundle, siteUrl: SITE_URL, db })

  // Created once, though starting may be tried again.
  let rebuildMetrics: ReturnType<typeof createRebuildMetrics> | undefined
  const working = beginWhenMigrated({ db, schema: RENDER_SCHEMA, log }, async () => {
    // A database that could not be asked at the start, or had no tables then.
    await claimIdentity()
    rebuildMetrics ??= createRebuildMetrics(metrics, db)
    const site = { db, store, content, bundle, siteUrl: SITE_URL, indexNow, cdn, edgeUrl }
    const worker = await startRebuildWorker({
      ...site,
      indexing: settings.INDEXING,
      queues,
      log,
      ...(parts.onProgress && { onProgress: parts.onProgress }),
      metrics: { ...rebuildMetrics, ...told },
      tracer: tracerOf('worker'),
      dropQueues: (former) => obliterate(openQueues(former)),
    })
    void requireNoEviction(queues).catch((err: unknown) => log.error({ err }, 'rebuild queue'))
    return worker
  })
  return {
    service,
    async close() {
      await working.close()
      if (!parts.database) await tables.close()
    },
  }
}

/** What operators look at. */
async function openScreens(
  ops: FastifyInstance,
  { JOBS_TOKEN }: Pick<WorkerConfig, 'JOBS_TOKEN'>,
  {
    queues,
    ...explained
  }: {
    queues: RebuildQueues
    db: Databases<RenderDatabase>['write']
    build: string
  },
): Promise<void> {
  await ops.register(async (operators) => {
    // Without a token they are open to everybody.
    if (JOBS_TOKEN !== undefined) operators.addHook('onRequest', requireToken(JOBS_TOKEN))
    await registerJobsScreen(operators, queues)
    operators.register(explainRoutes, explained)
  })
}

/** What editors ask of texts before they are published, with their own tokens. */
async function openPreviews(
  ops: FastifyInstance,
  { CONTENT_URL }: Pick<WorkerConfig, 'CONTENT_URL'>,
  { db, ...maker }: EntryMaker & { db: Databases<RenderDatabase>['write'] },
): Promise<void> {
  const drawer = createDrawer()
  ops.addHook('onClose', () => drawer.close())
  const askEditorApi = createEditorClient(CONTENT_URL)
  await ops.register(previewRoutes, { ...maker, drawer, askEditorApi })
  await ops.register(effectRoutes, { askEditorApi, db, build: maker.bundle.build })
  await ops.register(siteFileRoutes, maker)
}

async function requireRegistry(db: Databases<RenderDatabase>['write']): Promise<void> {
  await requireMigrations(db, RENDER_SCHEMA)
  await loadFollower(db)
}

interface Observed {
  build: string
  queues: RebuildQueues
  tables: Pick<Databases<RenderDatabase>, 'write' | 'usage'>
  content: WorkerDependencies['content']
  store: PageStores
  edgeUrl: string | undefined
}

/** Metrics of what the worker depends on. */
function observeWorker(
  metrics: Registry,
  { build, queues, tables, content, store, edgeUrl }: Observed,
) {
  observeWebBuild(metrics, build)
  observeJobs(metrics, queues)
  observePools(metrics, { render: tables.usage, ...(queues.usage && { queue: queues.usage }) })
  observeDependencies(metrics, {
    postgres: () => loadFollower(tables.write),
    content: () => content.listTitles(undefined, 1),
    page_store: () => store.pages(build).lastChange(),
    async queue() {
      await queues.countJobs()
      await requireNoEviction(queues)
    },
    ...(edgeUrl !== undefined && { edge: () => requireEdge(edgeUrl) }),
  })
}

/** Deletes the queues of a former build, with all of their jobs. */
async function obliterate(queues: RebuildQueues): Promise<void> {
  try {
    await queues.obliterate()
  } finally {
    await queues.close()
  }
}
