import { createContentClient } from '#shared/clients/content-client.ts'
import { runService } from '#shared/http/run-service.ts'
import { buildApp } from './app.ts'
import { loadConfig } from './config.ts'
import { createTitleFollower } from './titles/follow-titles.ts'
import { createTitleIndex } from './titles/title-index.ts'

const config = loadConfig(process.env)
const index = createTitleIndex(config.SITE_LOCALE)
const follower = createTitleFollower({ source: createContentClient(config.CONTENT_URL), index })
const service = buildApp({
  index,
  follower,
  siteUrl: config.SITE_URL,
  log: { level: config.LOG_LEVEL },
})

const stopping = new AbortController()
const following = follower.follow(service.app.log, stopping.signal)

await runService(service, {
  host: config.HOST,
  port: config.PORT,
  opsPort: config.OPS_PORT,
  drainMs: config.DRAIN_MS,
  onClosed: () => {
    stopping.abort()
    return following
  },
})
