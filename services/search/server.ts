import { runService } from '#shared/http/run-service.ts'
import { startTracing } from '#shared/tracing/tracing.ts'
import { loadConfig } from './config.ts'
import { startSearch } from './start-search.ts'

const config = loadConfig(process.env)
await startTracing(process.env)
await runService(startSearch(config), config)
