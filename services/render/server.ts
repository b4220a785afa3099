import { createContentClient } from '#shared/clients/content-client.ts'
import { createSearchClient } from '#shared/clients/search-client.ts'
import { connect } from '#shared/database/connect.ts'
import { runService } from '#shared/http/run-service.ts'
import { buildApp } from './app.ts'
import { loadWebBundle } from './bundle/web-bundle.ts'
import { loadServerConfig } from './config.ts'
import { type Database, RENDER_SCHEMA } from './rebuild/database.ts'
import { openPageStore } from './store/open-page-store.ts'

const config = loadServerConfig(process.env)
const bundle = await loadWebBundle()
const database = connect<Database>(config.DATABASE_URL, { schema: RENDER_SCHEMA })
const service = await buildApp({
  db: database.write,
  store: openPageStore(config.PAGE_STORE, bundle.build),
  content: createContentClient(config.CONTENT_URL),
  search: createSearchClient(config.SEARCH_URL),
  bundle,
  siteUrl: config.SITE_URL,
  log: { level: config.LOG_LEVEL },
})

await runService(service, {
  host: config.HOST,
  port: config.PORT,
  opsPort: config.OPS_PORT,
  drainMs: config.DRAIN_MS,
  onClosed: database.close,
})
