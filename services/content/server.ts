import { runService } from '#shared/http/run-service.ts'
import { startTracing } from '#shared/tracing/tracing.ts'
import { loadConfig } from './config.ts'
import { startContent } from './start-content.ts'

const config = loadConfig(process.env)
await startTracing(process.env)
await runService(startContent(config), config)
