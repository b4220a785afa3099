import Fastify from 'fastify'
import { Registry } from 'prom-client'
import { createContentClient } from '#shared/clients/content-client.ts'
import { connect } from '#shared/database/connect.ts'
import { createOpsServer } from '#shared/http/ops-server.ts'
import { untilStopSignal } from '#shared/http/run-service.ts'
import { loadWebBundle } from './bundle/web-bundle.ts'
import { loadWorkerConfig } from './config.ts'
import { type Database, RENDER_SCHEMA } from './rebuild/database.ts'
import { loadFollower } from './rebuild/page-registry.ts'
import { startRebuildWorker } from './rebuild/rebuild-worker.ts'
import { openPageStore } from './store/open-page-store.ts'

const config = loadWorkerConfig(process.env)
const bundle = await loadWebBundle()
const database = connect<Database>(config.DATABASE_URL, { schema: RENDER_SCHEMA })
const { log } = Fastify({ logger: { level: config.LOG_LEVEL, base: { service: 'render-worker' } } })
const worker = await startRebuildWorker({
  db: database.write,
  store: openPageStore(config.PAGE_STORE, bundle.build),
  content: createContentClient(config.CONTENT_URL),
  bundle,
  siteUrl: config.SITE_URL,
  databaseUrl: config.DATABASE_URL,
  log,
})
const ops = createOpsServer({
  metrics: new Registry(),
  checks: {
    database: async () => {
      await loadFollower(database.write)
    },
  },
  isDraining: () => false,
})
await ops.listen({ host: config.HOST, port: config.OPS_PORT })

await untilStopSignal()
await worker.close()
await ops.close()
await database.close()
