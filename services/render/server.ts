import { createContentClient } from '#shared/clients/content-client.ts'
import { createSearchClient } from '#shared/clients/search-client.ts'
import { beginWhenMigrated } from '#shared/database/begin-when-migrated.ts'
import { runService } from '#shared/http/run-service.ts'
import { startTracing } from '#shared/tracing/tracing.ts'
import { buildApp } from './app.ts'
import { loadWebBundle } from './bundle/web-bundle.ts'
import { loadServerConfig } from './config.ts'
import { indexNowKey } from './index-now/index-now-env.ts'
import { listenForPublished } from './memory/listen-for-published.ts'
import { connectRegistry, RENDER_SCHEMA } from './rebuild/database.ts'
import { reportUse } from './rebuild/report-use.ts'
import { openStore } from './store/open-store.ts'
import { storeOptions } from './store/store-env.ts'

const config = loadServerConfig(process.env)
await startTracing(process.env)
const bundle = await loadWebBundle()
const database = connectRegistry(config.DATABASE_URL)
const published = listenForPublished(config.DATABASE_URL)
const service = await buildApp({
  db: database.write,
  poolUsage: database.usage,
  store: openStore(config.PAGE_STORE, storeOptions(config)),
  published,
  content: createContentClient(config.CONTENT_URL),
  search: createSearchClient(config.SEARCH_URL),
  bundle,
  siteUrl: config.SITE_URL,
  locale: config.SITE_LOCALE,
  memoryBytes: config.MEMORY_BYTES,
  serviceWorker: config.SERVICE_WORKER,
  indexing: config.INDEXING,
  indexNowKey: indexNowKey(config),
  log: { level: config.LOG_LEVEL },
})
const use = beginWhenMigrated(
  { db: database.write, schema: RENDER_SCHEMA, log: service.app.log },
  () => reportUse(database.write, bundle.build, service),
)

await runService(service, {
  host: config.HOST,
  port: config.PORT,
  opsPort: config.OPS_PORT,
  drainMs: config.DRAIN_MS,
  onClosed: async () => {
    await use.close()
    await published.close()
    await database.close()
  },
})
