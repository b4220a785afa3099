import { beginWhenMigrated } from '#shared/database/begin-when-migrated.ts'
import { connect } from '#shared/database/connect.ts'
import { runService } from '#shared/http/run-service.ts'
import { startTracing } from '#shared/tracing/tracing.ts'
import { keepAds } from './ads/keep-ads.ts'
import { buildApp } from './app.ts'
import { listenForChanges } from './changes/change-signal.ts'
import { loadConfig } from './config.ts'
import { CONTENT_SCHEMA, type Database } from './database/schema.ts'
import { keepLinked } from './glossary/keep-linked.ts'
import { keepYear } from './site/current-year.ts'
import { keepMenu } from './topics/keep-menu.ts'

const config = loadConfig(process.env)
await startTracing(process.env)
const store = connect<Database>(config.DATABASE_URL, { schema: CONTENT_SCHEMA })
const signal = listenForChanges(config.DATABASE_URL)
const service = buildApp({
  store,
  signal,
  locale: config.SITE_LOCALE,
  editorToken: config.EDITOR_TOKEN,
  editorTokenFile: config.EDITOR_TOKEN_FILE,
  adsUrl: config.SAPE_URL,
  log: { level: config.LOG_LEVEL },
})

const upkeep = beginWhenMigrated(
  { db: store.write, schema: CONTENT_SCHEMA, log: service.app.log },
  () => {
    const year = keepYear(store.write, (error) =>
      service.app.log.warn({ err: error }, 'the new year is not stored yet'),
    )
    const links = keepLinked({
      db: store.write,
      locale: config.SITE_LOCALE,
      signal,
      onFailure: (error) =>
        service.app.log.warn({ err: error }, 'older articles are not linked to all terms yet'),
    })
    const menu = keepMenu({
      db: store.write,
      signal,
      onFailure: (error) =>
        service.app.log.warn({ err: error }, 'new topics are not in the menu yet'),
    })
    const ads =
      config.SAPE_URL && keepAds({ db: store.write, url: config.SAPE_URL, log: service.app.log })
    return {
      async close() {
        if (ads) await ads.stop()
        await menu.stop()
        await links.stop()
        await year.stop()
      },
    }
  },
)

await runService(service, {
  host: config.HOST,
  port: config.PORT,
  opsPort: config.OPS_PORT,
  drainMs: config.DRAIN_MS,
  onClosed: async () => {
    await upkeep.close()
    await signal.close()
    await store.close()
  },
})
