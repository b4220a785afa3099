import { createContentClient } from '#shared/clients/content-client.ts'
import { runWorker } from '#shared/http/run-service.ts'
import { startTracing } from '#shared/tracing/tracing.ts'
import { buildIndexer } from './indexer-app.ts'
import { loadIndexerConfig } from './indexer-config.ts'

const config = loadIndexerConfig(process.env)
await startTracing(process.env)
const { service, start } = buildIndexer({
  url: config.MEILI_URL,
  key: config.MEILI_KEY,
  content: createContentClient(config.CONTENT_URL),
  locale: config.SITE_LOCALE,
  log: { level: config.LOG_LEVEL },
})
const indexer = start()

await runWorker(service, {
  host: config.HOST,
  opsPort: config.OPS_PORT,
  close: () => indexer.close(),
})
// Meilisearch may still be at work on a batch; nothing is lost by not hearing of it.
process.exit()
