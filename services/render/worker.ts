import { createContentClient } from '#shared/clients/content-client.ts'
import { beginWhenMigrated } from '#shared/database/begin-when-migrated.ts'
import { runWorker } from '#shared/http/run-service.ts'
import { startTracing } from '#shared/tracing/tracing.ts'
import { loadWebBundle } from './bundle/web-bundle.ts'
import { loadWorkerConfig } from './config.ts'
import { indexNowKey } from './index-now/index-now-env.ts'
import { connectRegistry, RENDER_SCHEMA } from './rebuild/database.ts'
import { openStore } from './store/open-store.ts'
import { storeOptions } from './store/store-env.ts'
import { buildWorker } from './worker-app.ts'

const config = loadWorkerConfig(process.env)
const key = indexNowKey(config)
await startTracing(process.env)
const database = connectRegistry(config.DATABASE_URL)
const { service, start } = await buildWorker({
  db: database.write,
  poolUsage: database.usage,
  store: openStore(config.PAGE_STORE, storeOptions(config)),
  content: createContentClient(config.CONTENT_URL),
  bundle: await loadWebBundle(),
  siteUrl: config.SITE_URL,
  indexNow: key === undefined ? undefined : { key, url: config.INDEXNOW_URL },
  queues: { databaseUrl: config.DATABASE_URL, redisUrl: config.REDIS_URL },
  jobsToken: config.JOBS_TOKEN,
  log: { level: config.LOG_LEVEL },
})
const worker = beginWhenMigrated(
  { db: database.write, schema: RENDER_SCHEMA, log: service.app.log },
  start,
)

await runWorker(service, {
  host: config.HOST,
  opsPort: config.OPS_PORT,
  close: async () => {
    await worker.close()
    await database.close()
  },
})
