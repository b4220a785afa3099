import { createContentClient } from '#shared/clients/content-client.ts'
import { connect } from '#shared/database/connect.ts'
import { createService } from '#shared/http/create-service.ts'
import { runWorker } from '#shared/http/run-service.ts'
import { loadWebBundle } from './bundle/web-bundle.ts'
import { loadWorkerConfig } from './config.ts'
import { type Database, RENDER_SCHEMA } from './rebuild/database.ts'
import { loadFollower } from './rebuild/page-registry.ts'
import { startRebuildWorker } from './rebuild/rebuild-worker.ts'
import { openPageStore } from './store/open-page-store.ts'

const config = loadWorkerConfig(process.env)
const bundle = await loadWebBundle()
const database = connect<Database>(config.DATABASE_URL, { schema: RENDER_SCHEMA })
const service = createService({
  name: 'render-worker',
  log: { level: config.LOG_LEVEL },
  checks: {
    database: async () => {
      await loadFollower(database.write)
    },
  },
})
const worker = await startRebuildWorker({
  db: database.write,
  store: openPageStore(config.PAGE_STORE, bundle.build),
  content: createContentClient(config.CONTENT_URL),
  bundle,
  siteUrl: config.SITE_URL,
  databaseUrl: config.DATABASE_URL,
  log: service.app.log,
})

await runWorker(service, {
  host: config.HOST,
  opsPort: config.OPS_PORT,
  close: async () => {
    await worker.close()
    await database.close()
  },
})
