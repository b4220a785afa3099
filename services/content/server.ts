import { requireIdentityAt } from '#shared/database/site-identity.ts'
import { runService } from '#shared/http/run-service.ts'
import { startTracing } from '#shared/tracing/tracing.ts'
import { loadConfig } from './config.ts'
import { startContent } from './start-content.ts'

const config = loadConfig(process.env)
await startTracing(process.env)
await requireIdentityAt(config.DATABASE_URL, { locale: config.SITE_LOCALE })
await runService(startContent(config), config)
