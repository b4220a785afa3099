import { runWorker } from '#shared/http/run-service.ts'
import { loadWebBundle } from '../../documents/bundle/web-bundle.ts'
import { openStore } from '../../store/open-store.ts'
import { storeOptions } from '../../store/store-env.ts'
import { indexNowKey } from '../../worker/index-now/index-now-env.ts'
import { loadConfig } from './config.ts'
import { buildCopy } from './copy-app.ts'

const config = loadConfig(process.env)
const { service, start } = await buildCopy({
  store: openStore(config.PAGE_STORE, storeOptions(config)),
  copyFolder: config.COPY_DIR,
  copyBytes: config.COPY_BYTES,
  bundle: await loadWebBundle(),
  siteUrl: config.SITE_URL,
  locale: config.SITE_LOCALE,
  serviceWorker: config.SERVICE_WORKER,
  indexing: config.INDEXING,
  indexNowKey: indexNowKey(config),
  log: { level: config.LOG_LEVEL },
})
await runWorker({ service, close: start().stop }, config)
