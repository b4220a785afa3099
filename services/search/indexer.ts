import { runWorker } from '#shared/http/run-service.ts'
import { startTracing } from '#shared/tracing/tracing.ts'
import { loadIndexerConfig } from './indexer-config.ts'
import { startIndexer } from './start-indexer.ts'

const config = loadIndexerConfig(process.env)
await startTracing(process.env)
await runWorker(startIndexer(config), config)
// Meilisearch may still work on a batch; nothing is lost if this process does not wait for it.
process.exit()
