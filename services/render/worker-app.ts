import type { Kysely } from 'kysely'
import type { ContentClient } from '#shared/clients/content-client.ts'
import { requireMigrations } from '#shared/database/schema-state.ts'
import { createService, type LogOptions, type Service } from '#shared/http/create-service.ts'
import { requireToken } from '#shared/http/require-token.ts'
import { observeDependencies } from '#shared/metrics/observe-dependencies.ts'
import { observePools, type PoolUsage } from '#shared/metrics/observe-pool.ts'
import { observeJobs } from '#shared/queues/job-metrics.ts'
import { registerJobsScreen } from '#shared/queues/jobs-screen.ts'
import { openRebuildQueues } from '#shared/queues/open-rebuild-queues.ts'
import { requireNoEviction } from '#shared/queues/require-no-eviction.ts'
import { tracerOf } from '#shared/tracing/tracing.ts'
import { type LoadedBundle, observeWebBuild } from './bundle/web-bundle.ts'
import { createIndexNowMetrics } from './index-now/index-now-metrics.ts'
import type { IndexNow } from './index-now/tell-engines.ts'
import { explainRoutes } from './rebuild/explain-routes.ts'
import { createRebuildMetrics } from './rebuild/rebuild-metrics.ts'
import { type RunningWorker, startRebuildWorker } from './rebuild/rebuild-worker.ts'
import { type Database, RENDER_SCHEMA } from './records/database.ts'
import { loadFollower } from './records/page-registry.ts'
import type { RebuildState } from './records/stale-pages.ts'
import { measureStore } from './store/measure-store.ts'
import type { Store } from './store/page-store.ts'

export interface WorkerAppDependencies {
  db: Kysely<Database>
  /** Usage of the pool behind `db`, if it is to be measured. */
  poolUsage?: (() => PoolUsage) | undefined
  store: Store
  content: ContentClient
  bundle: LoadedBundle
  siteUrl: string
  /** Where search engines are notified of changes; without it they are not. */
  indexNow?: IndexNow | undefined
  /** Where the queues keep their jobs: Redis when it is given, else Postgres. */
  queues: { databaseUrl: string; redisUrl?: string | undefined }
  /** The token for `/jobs` and `/explain`; without it they are open to everybody. */
  jobsToken?: string | undefined
  log: LogOptions
  onProgress?: (state: RebuildState) => void
}

/** A worker that is built but not started. */
export interface WorkerApp {
  /** Its private port has the jobs screen at `/jobs`, and `/explain`. */
  service: Service
  start(): Promise<RunningWorker>
}

/** Builds the worker that keeps pages fresh. Opens no socket and reads no environment. */
export async function buildWorker(dependencies: WorkerAppDependencies): Promise<WorkerApp> {
  const { db, content, bundle, poolUsage, queues: connection } = dependencies
  const { build } = bundle
  const service = createService({
    name: 'worker',
    log: dependencies.log,
    checks: {
      database: async () => {
        await requireMigrations(db, RENDER_SCHEMA)
        await loadFollower(db)
      },
      // Only a wrong policy counts, no outage: edited pages are made without the queue.
      queue: () => requireNoEviction(queues),
    },
  })
  const { log } = service.app
  const onFailure = (error: Error) => log.warn({ err: error }, 'the rebuild queue failed')
  const queues = openRebuildQueues(connection, build, { onFailure })

  const store = measureStore(dependencies.store, service.metrics)
  observeWebBuild(service.metrics, build)
  observeJobs(service.metrics, queues)
  observePools(service.metrics, {
    ...(poolUsage && { render: poolUsage }),
    ...(queues.usage && { queue: queues.usage }),
  })
  observeDependencies(service.metrics, {
    postgres: () => loadFollower(db),
    content: () => content.listTitles(undefined, 1),
    page_store: () => store.pages(build).lastChange(),
    async queue() {
      await queues.countJobs()
      await requireNoEviction(queues)
    },
  })
  await service.ops.register(async (operators) => {
    const { jobsToken } = dependencies
    if (jobsToken !== undefined) operators.addHook('onRequest', requireToken(jobsToken))
    await registerJobsScreen(operators, queues)
    operators.register(explainRoutes, { db, build })
  })

  const isTold = dependencies.indexNow !== undefined
  // The queues are also open if work never begins, and must be closed for the process to end.
  service.ops.addHook('onClose', () => queues.close())

  const indexNow = createIndexNowMetrics(service.metrics, db, isTold)

  return {
    service,
    async start() {
      const worker = await startRebuildWorker({
        ...dependencies,
        store,
        queues,
        metrics: { ...createRebuildMetrics(service.metrics, db), indexNow },
        tracer: tracerOf('worker'),
        log,
        async dropQueues(former) {
          const theirs = openRebuildQueues(connection, former, { onFailure })
          try {
            await theirs.obliterate()
          } finally {
            await theirs.close()
          }
        },
      })
      void requireNoEviction(queues).catch((err: unknown) => log.error({ err }, 'rebuild queue'))
      return worker
    },
  }
}
