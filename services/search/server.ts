import { createContentClient } from '#shared/clients/content-client.ts'
import { runService } from '#shared/http/run-service.ts'
import { parseTrustedProxies } from '#shared/http/trusted-proxies.ts'
import { startTracing } from '#shared/tracing/tracing.ts'
import { buildApp } from './app.ts'
import { loadConfig } from './config.ts'
import { engineOptions } from './engine-env.ts'

const config = loadConfig(process.env)
await startTracing(process.env)
const { service, start } = buildApp({
  content: createContentClient(config.CONTENT_URL),
  locale: config.SITE_LOCALE,
  ...engineOptions(config),
  siteUrl: config.SITE_URL,
  indexing: config.INDEXING,
  maxPerSecond: config.SEARCH_RATE,
  trustedProxies: parseTrustedProxies(config.TRUSTED_PROXIES),
  log: { level: config.LOG_LEVEL },
})
const following = start()

await runService(service, {
  host: config.HOST,
  port: config.PORT,
  opsPort: config.OPS_PORT,
  drainMs: config.DRAIN_MS,
  onClosed: () => following.close(),
})
