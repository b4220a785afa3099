import { runService } from '#shared/http/run-service.ts'
import { startTracing } from '#shared/tracing/tracing.ts'
import { loadServerConfig } from './config.ts'
import { startRender } from './start-render.ts'

const config = loadServerConfig(process.env)
await startTracing(process.env)
await runService(await startRender(config), config)
