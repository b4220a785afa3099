import { createContentClient } from '#shared/clients/content-client.ts'
import { createSearchClient } from '#shared/clients/search-client.ts'
import type { Settings } from '#shared/config.ts'
import { beginWhenMigrated } from '#shared/database/begin-when-migrated.ts'
import type { Databases } from '#shared/database/connect.ts'
import type { Started } from '#shared/http/run-service.ts'
import { parseTrustedProxies } from '#shared/http/trusted-proxies.ts'
import type { ServerConfig } from './config.ts'
import { loadWebBundle } from './documents/bundle/web-bundle.ts'
import { listenForPublished } from './server/answers/memory/listen-for-published.ts'
import { buildApp, type RenderDependencies, type RenderService } from './server/app.ts'
import { openStore } from './store/open-store.ts'
import { storeOptions } from './store/store-env.ts'
import { indexNowKey } from './worker/index-now/index-now-env.ts'
import { connectRegistry, RENDER_SCHEMA, type RenderDatabase } from './worker/records/database.ts'
import { followCdnLease } from './worker/records/follow-cdn-lease.ts'
import { reportUse } from './worker/records/report-use.ts'

export interface RenderParts extends Partial<Omit<RenderDependencies, 'db' | 'poolUsage'>> {
  /** A pool that others use as well: it stays open when the service closes. */
  database?: Databases<RenderDatabase>
}

/**
 * Starts the service that answers readers, and its reports of which pages they read. The caller
 * opens its ports.
 *
 * @param parts dependencies that replace those made from the settings
 */
export async function startRender(
  settings: Settings<ServerConfig>,
  { database, ...parts }: RenderParts = {},
): Promise<Started<RenderService>> {
  const bundle = parts.bundle ?? (await loadWebBundle(settings.WEB_DIST))
  const tables = database ?? connectRegistry(settings.DATABASE_URL)
  const service = await buildApp({
    db: tables.write,
    poolUsage: tables.usage,
    store: openStore(settings.PAGE_STORE, storeOptions(settings)),
    content: createContentClient(settings.CONTENT_URL),
    search: createSearchClient(settings.SEARCH_URL),
    bundle,
    siteUrl: settings.SITE_URL,
    locale: settings.SITE_LOCALE,
    memoryBytes: settings.MEMORY_BYTES,
    serviceWorker: settings.SERVICE_WORKER,
    clientErrors: settings.CLIENT_ERRORS,
    indexing: settings.INDEXING,
    hsts: settings.HSTS,
    indexNowKey: indexNowKey(settings),
    trustedProxies: parseTrustedProxies(settings.TRUSTED_PROXIES),
    log: { level: settings.LOG_LEVEL },
    ...parts,
  })
  const published = listenForPublished(settings.DATABASE_URL, service.published)
  const use = beginWhenMigrated(
    { db: tables.write, schema: RENDER_SCHEMA, log: service.app.log },
    () => {
      const { build } = bundle
      const { SITE_URL: siteUrl, INDEXING: indexing } = settings
      const reporting = reportUse(tables.write, build, service)
      const following = followCdnLease(tables.write, { build, siteUrl, indexing }, service)
      return {
        async close() {
          await Promise.all([reporting.close(), following.close()])
        },
      }
    },
  )
  return {
    service,
    async close() {
      await use.close()
      await published.close()
      if (!database) await tables.close()
    },
  }
}
